// Plays whoever comes to the pool, and comes back: node quickstart.mjs ws://localhost:8080/ws
import { openSession } from "xiangqi-client";
import { tokenFile } from "xiangqi-client/node";

const session = openSession(process.argv[2], { token: tokenFile("xiangqi.token") });
for await (const game of session.games({ pool: "5+3" })) {
  for await (const turn of game.turns()) {
    await turn.play(turn.safeMoves[Math.floor(Math.random() * turn.safeMoves.length)]);
  }
  console.log(game.outcome?.text);
}
