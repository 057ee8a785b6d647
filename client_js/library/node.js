/** What a program in Node needs besides: a place for its token. */

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Keeps the token in a file that only its owner can read; whoever shows it is this player. Opens a session as
 * `openSession(url, { token: tokenFile("xiangqi.token") })`. A token that the server does not know any more is an error, so
 * that no program goes on as somebody else: remove the file to be a new guest.
 * @param {string} path
 */
export function tokenFile(path) {
  return {
    /** @returns {string | null} */
    read() {
      try {
        return readFileSync(path, "ascii").trim() || null;
      } catch (error) {
        if (/** @type {{code?: string}} */ (error).code === "ENOENT") return null;
        throw error;
      }
    },
    /** @param {string | null} token */
    keep(token) {
      if (token === null) throw new Error(`the server does not know the token in ${path} any more`);
      const fresh = `${path}.new`;
      rmSync(fresh, { force: true });
      writeFileSync(fresh, `${token}\n`, { mode: 0o600 });
      renameSync(fresh, path);
    },
  };
}
