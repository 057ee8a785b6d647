// Watches a game on any page: session and drawing, without the rest of our client.
// With a bundler: "xiangqi-client/board" and "xiangqi-client".
import { createDrawing, marks, plainScene } from "../library/board.js";
import { cellsAt, openSession } from "../library/index.js";

const where = new URLSearchParams(location.search);
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const drawing = createDrawing(marks);

part("board").append(drawing.root);
const sprite = await (await fetch("../art/sprite.svg")).text();
part("sprite").append(new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement);

openSession(where.get("server") ?? "", {
  changed: show,
  wake: (hurry) => addEventListener("online", hurry),
}).follow(where.get("room"));

/** @param {import("../src/session/types").SessionState} state */
function show({ link, room }) {
  const table = room?.table;
  part("said").textContent = link === "open" ? "Live" : "No connection";
  if (!table) return;
  const last = table.moves.at(-1);
  drawing.render(plainScene({ cells: cellsAt(table, table.moves.length), last: last?.uci ?? null, digits: true }));
  part("players").textContent = `${table.red?.name ?? "Red"} and ${table.black?.name ?? "Black"}`;
  part("said").textContent = table.outcome?.text ?? (last ? `Move ${table.moves.length}: ${last.wxf}` : "No move yet");
}
