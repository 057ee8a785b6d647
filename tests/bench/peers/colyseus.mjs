// usage: STORE=SOCKET node colyseus.mjs PORT CONNECTIONS IN_ROOM PATHS RUNS
// Seats are reserved here, and for each run a file says on which path each connection comes: so the load generator speaks
// nothing but websocket.
import fs from 'fs';
import http from 'http';
import { Room, Server, matchMaker } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { enter, leave } from './game.mjs';

const [port, connections, inRoom, paths, runs] = process.argv.slice(2);

class GameRoom extends Room {
  maxClients = 100000;
  maxMessagesPerSecond = Infinity;
  patchRate = null;
  seatReservationTimeout = 3600;
  autoDispose = false;

  onCreate() {
    this.onMessage('move', (client, asked) =>
      this.game.play(client.userData, asked, (message) => client.send(message.type, message)));
  }

  onJoin(client, { seat }) {
    client.userData = seat;
    this.game = enter(this.roomId, (message) => this.broadcast(message.type, message));
  }

  onLeave() {
    leave(this.roomId, this.game);
  }
}

const transport = new WebSocketTransport({ server: http.createServer(), perMessageDeflate: false, pingInterval: 0 });
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
server.define('game', GameRoom);
await server.listen(+port, '127.0.0.1', 4096);
for (let run = 0; run < +runs; run++) {
  const lines = [];
  let room;
  for (let i = 0; i < +connections; i++) {
    if (i % +inRoom === 0) room = await matchMaker.createRoom('game', {});
    const seat = await matchMaker.joinById(room.roomId, { seat: i % +inRoom });
    lines.push(`/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`);
  }
  fs.writeFileSync(`${paths}.${run}`, lines.join('\n') + '\n');
}
console.log('ready');
