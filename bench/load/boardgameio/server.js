/**
 * The peer: node server.js memory, or node server.js files FOLDER.
 *
 * Listens on a free port of this machine only. Prints one line of JSON once it answers: the port,
 * and every way to lay a tile, so that the players need not know the board.
 */
const { Server, FlatFile } = require("boardgame.io/server");
const { game, placements } = require("./game");

const [store, folder] = process.argv.slice(2);
const server = Server({
  games: [game],
  origins: [],
  ...(store === "files" ? { db: new FlatFile({ dir: folder }) } : {}),
});

server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  console.log(JSON.stringify({ port: appServer.address().port, placements }));
});
