// Watches a game on any page: session and drawing, without the rest of our client.
// With a bundler: "xiangqi-client/board" and "xiangqi-client".
import { createDrawing, marks, plainScene } from "../library/board.js";
import { openSession } from "../library/index.js";

const where = new URLSearchParams(location.search);
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const drawing = createDrawing(marks);

part("board").append(drawing.root);
const sprite = await (await fetch("../art/sprite.svg")).text();
part("sprite").append(new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement);

const session = openSession(where.get("server") ?? "", { wake: (hurry) => addEventListener("online", hurry) });
const game = await session.join(where.get("room") ?? "");
for (;;) {
  show(game);
  await game.changed();
}

/** @param {import("../library/index.js").Game} game */
function show({ cells, state: { moves, red, black, outcome } }) {
  const last = moves.at(-1);
  drawing.render(plainScene({ cells, last: last?.uci ?? null, digits: true }));
  part("players").textContent = `${red?.name ?? "Red"} and ${black?.name ?? "Black"}`;
  part("said").textContent = outcome?.text ?? (last ? `Move ${moves.length}: ${last.wxf}` : "No move yet");
}
