/**
 * The link of an invitation. It carries the key to the free seat behind the `#`, which browsers
 * send to nobody: no server's log and no page that is gone to from there ever sees it.
 */

/** @param {string} origin @param {string} room @param {string | null} seatKey */
export const invitationLink = (origin, room, seatKey) => `${origin}/game/${room}${seatKey === null ? "" : `#seat=${seatKey}`}`;

/** The key that an address brings. @param {string} hash @returns {string | null} */
export const seatKeyOf = (hash) => /^#seat=([a-z2-7]{16})$/.exec(hash)?.[1] ?? null;
