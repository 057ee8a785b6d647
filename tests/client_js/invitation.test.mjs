import assert from "node:assert/strict";
import { test } from "node:test";

import { invitationLink, seatKeyOf } from "../../client_js/src/models/invitation.js";
import { unseenRoom } from "../../client_js/src/models/room.js";
import { intend } from "../../client_js/src/models/intents.js";

const KEY = "abcdefgh234567ab";

test("the link of an invitation carries the key where no server sees it", () => {
  const link = new URL(invitationLink("https://a.example", "abcd", KEY));

  assert.equal(link.pathname + link.search, "/game/abcd");
  assert.equal(seatKeyOf(link.hash), KEY);
  assert.equal(invitationLink("https://a.example", "abcd", null), "https://a.example/game/abcd");
});

test("what is no key is none", () => {
  assert.deepEqual(["", "#31", "#seat=", `#seat=${KEY}x`, `#seat=${KEY.toUpperCase()}`].map(seatKeyOf), Array(5).fill(null));
});

test("who sits sends the key it has", () => {
  /** @param {string | null} seatKey */
  const sent = (seatKey) => intend(unseenRoom("abcd"), { type: "sit", id: "c1", seatKey })[1];

  assert.deepEqual(sent(KEY), [{ kind: "send", message: { type: "sit", id: "c1", room: "abcd", seat_key: KEY } }]);
  assert.deepEqual(sent(null), [{ kind: "send", message: { type: "sit", id: "c1", room: "abcd" } }]);
});
