/**
 * A game of the size of Orion Duel for boardgame.io: tiles of three cells on a hexagon of 91, two of
 * them in one's own colour; whoever links two opposite sides wins.
 *
 * Not Orion Duel itself (no galaxies are taken, every bend may be laid everywhere), but a state, a
 * move, a test for legality and a test for the end that cost about as much.
 */
const { INVALID_MOVE } = require("boardgame.io/core");

const RADIUS = 5;
const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const TILES = { line: 4, bow: 3, arc: 3, duo: 2, pair: 2, star: 1 };
const OPPOSITE_SIDES = [0b000011, 0b001100, 0b110000];

const cells = [];
const numbers = new Map();
for (let r = -RADIUS; r <= RADIUS; r++)
  for (let q = -RADIUS; q <= RADIUS; q++)
    if (Math.abs(q + r) <= RADIUS) {
      numbers.set(`${q},${r}`, cells.length);
      cells.push([q, r]);
    }

const neighbours = cells.map(([q, r]) =>
  DIRECTIONS.map(([a, b]) => numbers.get(`${q + a},${r + b}`)).filter((cell) => cell !== undefined),
);

/** A bit for every side of the board that a cell lies on, opposite sides next to each other. */
const sides = cells.map(([q, r]) =>
  [q, -q, r, -r, q + r, -q - r].reduce((bits, x, i) => bits | (Number(x === RADIUS) << i), 0),
);

/** All lines and bends of three cells, in both directions. */
const placements = cells.flatMap((_, a) =>
  neighbours[a].flatMap((b) => neighbours[b].filter((c) => c !== a).map((c) => [a, b, c])),
);

const isFree = (board, placement) => placement.every((cell) => board[cell] === null);

function isPlacement(placement) {
  const [a, b, c] = placement;
  return a !== c && Boolean(neighbours[a]?.includes(b) && neighbours[b].includes(c));
}

/** The sides that the group of a cell touches; marks the group as seen. */
function sidesOfGroup(board, start, seen) {
  let bits = 0;
  const open = [start];
  seen.add(start);
  while (open.length) {
    const cell = open.pop();
    bits |= sides[cell];
    for (const next of neighbours[cell])
      if (board[next] === board[start] && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  }
  return bits;
}

function hasLinked(board, player) {
  const seen = new Set();
  return board.some((owner, cell) => {
    if (owner !== player || seen.has(cell)) return false;
    const bits = sidesOfGroup(board, cell, seen);
    return OPPOSITE_SIDES.some((pair) => (bits & pair) === pair);
  });
}

const game = {
  name: "orion",
  setup: () => ({
    cells: Array(cells.length).fill(null),
    galaxies: [3, 17, 29, 45, 61, 73, 88],
    holes: [8, 22, 40, 50, 66],
    tiles: [{ ...TILES }, { ...TILES }],
    last: null,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, ...placement) => {
      if (!isPlacement(placement) || !isFree(G.cells, placement)) return INVALID_MOVE;
      const [a, b, c] = placement;
      const me = Number(playerID);
      G.cells[a] = G.cells[b] = me;
      G.cells[c] = 1 - me;
      G.last = placement;
    },
  },
  endIf: ({ G }) => {
    for (const player of [0, 1]) if (hasLinked(G.cells, player)) return { winner: String(player) };
    if (!placements.some((placement) => isFree(G.cells, placement))) return { draw: true };
  },
};

module.exports = { game, placements };
