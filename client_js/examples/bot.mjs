// A player in thirty lines: it takes what it can, else moves at random, and comes back after a lost line.
//   node bot.mjs ws://localhost:8000/ws           invites, and says in which room it waits
//   node bot.mjs ws://localhost:8000/ws <room>    sits down there
// Node 22, or Node 20 with --experimental-websocket.
import { freshId, openLink } from "../src/link.js";
import { unseenRoom, update } from "../src/room_model.js";
import { cellsAt, endsOf, pieceAt } from "../src/table.js";
import { wish } from "../src/wishes.js";

const [url, invitedTo] = process.argv.slice(2);
let [token, me, model] = [null, "", invitedTo ? unseenRoom(invitedTo) : null];

const link = openLink(url, {
  introduction: () => ({ token, language: "en" }),
  keepToken: (t) => (token = t),
  changed() {},
  hear,
});

function hear(message) {
  if (message.type === "welcome") me = message.player;
  if (message.type === "welcome" && !model) {
    link.send({ type: "invite", id: freshId(), terms: { clock: { type: "none" } }, side: "any" });
  } else if (message.type === "game" && !model) {
    console.log(`room ${message.room}`);
    model = unseenRoom(message.room);
    tell({ type: "connected", session: freshId(), me });
  } else if (message.type === "welcome") tell({ type: "connected", session: freshId(), me });
  else if (model) tell(message);
  if (message.type === "room" && invitedTo && message.status === "waiting") want({ type: "order", what: "sit" });
  if (message.type === "legal") play();
  if (message.type === "refused") setTimeout(play, 1_000); // such as: too fast
  if (model?.asking) want({ type: "choose", uci: model.asking.move }); // it loses by repetition: played at the second word
  if (!model?.table?.outcome) return;
  console.log(`over after ${model.table.moves.length} plies: ${model.table.outcome.text}`);
  link.close();
}

const play = () => model?.legal && want({ type: "choose", uci: choice(model.legal.moves) });
const want = (what) => follow(wish(model, { ...what, id: freshId() }));
const tell = (message) => follow(update(model, message));

/** Every message and every wish goes through the model, which says what is to be sent. */
function follow([next, effects]) {
  model = next;
  for (const effect of effects) {
    if (effect.kind === "send") link.send(effect.message);
    if (effect.kind === "try_again") setTimeout(tell, 300, { type: "try_again" });
  }
}

function choice(moves) {
  const cells = cellsAt(model.table, model.table.moves.length);
  const takes = moves.filter((uci) => pieceAt(cells, endsOf(uci)[1]) !== null);
  const among = takes.length ? takes : moves;
  return among[Math.floor(Math.random() * among.length)];
}
