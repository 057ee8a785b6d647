// A player in a screen of lines: it takes what it can, else moves at random, and comes back after a lost line.
//   node bot.mjs ws://localhost:8000/ws                 invites, and says in which room it waits, and its seat's key
//   node bot.mjs ws://localhost:8000/ws <room> <key>    sits down there
// Node 22, or Node 20 with --experimental-websocket.
import { cellsAt, endsOf, pieceAt } from "../src/models/table.js";
import { openSession } from "../src/session/session.js";

const [url, invitedTo, seatKey] = process.argv.slice(2);
const session = openSession(url);
session.listen(hear);

if (invitedTo) session.follow(invitedTo);
else {
  const { room, seat_key: key } = await session.ask({ type: "invite", terms: { clock: { type: "none" } }, side: "any" });
  console.log(`room ${room} key ${key}`);
  session.follow(room);
}

/** @param {import("../src/messages").ServerMessage} message */
function hear(message) {
  if (message.type === "room" && invitedTo && message.status === "waiting") void session.act({ type: "sit", seatKey });
  if (message.type === "legal") void play();
  if (message.type === "refused") setTimeout(play, 1_000); // such as: too fast
  const table = session.state.room?.table;
  if (!table?.outcome) return;
  console.log(`over after ${table.moves.length} plies: ${table.outcome.text}`);
  session.close();
}

async function play() {
  const { room } = session.state;
  if (!room?.legal || !room.table) return;
  const uci = choice(room.legal.moves, cellsAt(room.table, room.table.moves.length));
  await session.act({ type: "choose", uci });
  if (session.state.room?.asking) await session.act({ type: "choose", uci }); // it loses by repetition: played at the second word
}

/** Takes what it can. @param {string[]} moves @param {string} cells */
function choice(moves, cells) {
  const takes = moves.filter((uci) => pieceAt(cells, endsOf(uci)[1]) !== null);
  const among = takes.length ? takes : moves;
  return among[Math.floor(Math.random() * among.length)];
}
