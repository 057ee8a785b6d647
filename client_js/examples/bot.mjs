// A bot that takes every challenge, plays its games side by side, and takes what is worth most.
//   node bot.mjs ws://localhost:8080/ws bot.token            waits for challenges
//   node bot.mjs ws://localhost:8080/ws bot.token Ann        challenges Ann first
// Node 22, or Node 20 with --experimental-websocket.
import { openSession, squareOf } from "xiangqi-client";
import { tokenFile } from "xiangqi-client/node";

const WORTH = new Map(Object.entries({ r: 9, c: 5, n: 4, a: 2, b: 2, p: 1 })); // chariot, cannon, horse, ...
const [url, token, opponent] = process.argv.slice(2);
const session = openSession(url, { token: tokenFile(token) });

/** @param {import("xiangqi-client").Turn} turn */
function choice({ safeMoves, cells }) {
  const worth = (/** @type {string} */ move) => WORTH.get(cells[squareOf(move.slice(2))].toLowerCase()) ?? 0;
  const ranked = safeMoves.map((move) => ({ move, rank: worth(move) + Math.random() / 2 }));
  return ranked.reduce((best, next) => (next.rank > best.rank ? next : best)).move;
}

/** @param {string} room */
async function play(room) {
  const game = await session.join(room);
  for await (const turn of game.turns()) await turn.play(choice(turn));
  console.log(`${room}: ${game.outcome?.text}`);
  await session.leave(game);
}

async function take() {
  for await (const { challenge } of session.events("challenged"))
    await session.ask({ type: "accept_challenge", room: challenge.room }).catch(() => {}); // it was withdrawn
}

void take();
if (opponent) await session.ask({ type: "challenge", player: null, name: opponent, terms: { clock: { type: "fischer", main_ms: 300_000 } } });
for await (const room of session.rooms()) void play(room);
