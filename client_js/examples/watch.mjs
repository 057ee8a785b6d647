// Watches a game on any page: session and board, without the rest of our client.
// With a bundler: "xiangqi-client/element" and "xiangqi-client".
import "../library/element.js";
import { openSession } from "../library/index.js";

const where = new URLSearchParams(location.search);
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {import("../library/element.js").XiangqiBoard} */ (part("board"));

const session = openSession(where.get("server") ?? "", { wake: (hurry) => addEventListener("online", hurry) });
const game = await session.join(where.get("room") ?? "");
for (;;) {
  show(game);
  await game.changed();
}

/** @param {import("../library/index.js").Game} game */
function show({ cells, state: { moves, red, black, outcome } }) {
  const last = moves.at(-1);
  board.scene = { cells, last: last?.uci ?? null, digits: true };
  part("players").textContent = `${red?.name ?? "Red"} and ${black?.name ?? "Black"}`;
  part("said").textContent = outcome?.text ?? (last ? `Move ${moves.length}: ${last.wxf}` : "No move yet");
}
