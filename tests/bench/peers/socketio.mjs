// usage: STORE=SOCKET node socketio.mjs PORT
import http from 'http';
import { Server } from 'socket.io';
import { enter, leave } from './game.mjs';

const server = http.createServer();
const io = new Server(server, {
  ...{ transports: ['websocket'], perMessageDeflate: false, httpCompression: false, serveClient: false },
  ...{ pingInterval: 3600e3, pingTimeout: 3600e3, connectTimeout: 100e3 },
});
io.on('connection', (socket) => {
  const { r: id, s: seat } = socket.handshake.query;
  socket.join(id);
  const game = enter(id, (message) => io.to(id).emit(message.type, message));
  socket.on('move', (asked) => game.play(+seat, asked, (message) => socket.emit(message.type, message)));
  socket.on('disconnect', () => leave(id, game));
});
server.listen({ port: +process.argv[2], host: '127.0.0.1', backlog: 4096 }, () => console.log('ready'));
