// Watches a game on any page: connection, room model and drawing, without the rest of our client.
import { createDrawing, plainScene } from "../src/board/drawing.js";
import * as marks from "../src/board/marks.js";
import { freshId, openLink } from "../src/link.js";
import { unseenRoom, update } from "../src/room_model.js";
import { cellsAt } from "../src/table.js";

const where = new URLSearchParams(location.search);
const part = (id) => document.getElementById(id);
const drawing = createDrawing(marks);
let model = unseenRoom(where.get("room") ?? "");
let token = null;

part("board").append(drawing.root);
const sprite = await (await fetch("../art/sprite.svg")).text();
part("sprite").append(new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement);

const link = openLink(where.get("server") ?? "", {
  introduction: () => ({ token, language: "en" }),
  keepToken: (kept) => (token = kept),
  changed: (state) => (part("said").textContent = state === "open" ? "Live" : "No connection"),
  wake: (hurry) => addEventListener("online", hurry),
  hear: (message) =>
    tell(message.type === "welcome" ? { type: "connected", session: freshId(), me: message.player } : message),
});

function tell(message) {
  const [next, effects] = update(model, message);
  model = next;
  for (const effect of effects) if (effect.kind === "send") link.send(effect.message);
  const { table } = model;
  if (!table) return;
  const last = table.moves.at(-1);
  drawing.render(plainScene({ cells: cellsAt(table, table.moves.length), last: last?.uci ?? null }));
  part("players").textContent = `${table.red?.name ?? "Red"} and ${table.black?.name ?? "Black"}`;
  part("said").textContent = table.outcome?.text ?? (last ? `Move ${table.moves.length}: ${last.wxf}` : "No move yet");
}
