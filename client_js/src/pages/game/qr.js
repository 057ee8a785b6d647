/**
 * A QR code of a short text: versions 1 to 6 at level M, bytes only (ISO/IEC 18004).
 *
 * A link to a game fits; what does not gives null. In these sizes all blocks of a code are of
 * one length and no version is written into it, which keeps this short.
 */

/** By version: blocks, bytes of data in each, bytes of correction in each. */
const SIZES = [
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
];
const HEAD_BYTES = 2;
const PADS = [0xec, 0x11];

/** Powers of two in the field of 256 elements, and their logarithms. */
const POWERS = [1];
for (let i = 1; i < 255; i++) POWERS.push(POWERS[i - 1] < 128 ? POWERS[i - 1] * 2 : (POWERS[i - 1] * 2) ^ 0x11d);
const LOGS = new Map(POWERS.map((power, i) => [power, i]));

/** @param {number} a @param {number} b */
const times = (a, b) =>
  a && b ? POWERS[(/** @type {number} */ (LOGS.get(a)) + /** @type {number} */ (LOGS.get(b))) % 255] : 0;

/** The bytes that correct others: what is left when these are divided by the generator. @param {number[]} data @param {number} length */
function correction(data, length) {
  let generator = [1];
  for (let i = 0; i < length; i++)
    generator = [...generator, 0].map((of, j) => of ^ times(generator[j - 1] ?? 0, POWERS[i]));
  const rest = [...data, ...Array(length).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i];
    generator.forEach((of, j) => (rest[i + j] ^= times(of, lead)));
  });
  return rest.slice(data.length);
}

/** All bytes of a code, in the order they are drawn. @param {Uint8Array} text @param {number[]} size */
function codewords(text, [blocks, dataBytes, correctionBytes]) {
  // The mode and the length take twelve bits, so every byte lies across two.
  const nibbles = [4, text.length >> 4, text.length & 15, ...[...text].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: nibbles.length / 2 }, (_, i) => nibbles[2 * i] * 16 + nibbles[2 * i + 1]);
  for (let i = 0; data.length < blocks * dataBytes; i++) data.push(PADS[i % 2]);
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * dataBytes, (i + 1) * dataBytes));
  const corrections = parts.map((part) => correction(part, correctionBytes));
  const woven = (/** @type {number[][]} */ rows) => rows[0].flatMap((_, i) => rows.map((row) => row[i]));
  return [...woven(parts), ...woven(corrections)];
}

/** @typedef {(boolean | null)[][]} Grid dark, light, or not drawn yet; by row and column */

/** What every code of a size has: corners, lines, and room for the format. @param {number} side @returns {Grid} */
function frame(side) {
  /** @type {Grid} */
  const grid = Array.from({ length: side }, () => Array(side).fill(null));
  /** Rings around a point, of which some are light. @param {number} row @param {number} column @param {number} reach @param {number[]} light */
  const rings = (row, column, reach, light) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        if (grid[row + y]?.[column + x] !== undefined)
          grid[row + y][column + x] = !light.includes(Math.max(Math.abs(x), Math.abs(y)));
  };
  for (const [row, column] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ])
    rings(row, column, 4, [2, 4]);
  if (side > 21) rings(side - 7, side - 7, 2, [1]);
  for (let i = 8; i < side - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  for (const [row, column] of formatPlaces(side)) grid[row][column] = false;
  grid[side - 8][8] = true;
  return grid;
}

/** Where the fifteen bits of the format stand, twice, lowest first. @param {number} side @returns {[number, number][]} */
function formatPlaces(side) {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  const second = [7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]);
  const right = Array.from({ length: 8 }, (_, i) => [8, side - 1 - i]);
  const below = Array.from({ length: 7 }, (_, i) => [side - 7 + i, 8]);
  return /** @type {[number, number][]} */ ([...first, ...second, ...right, ...below]);
}

/** The squares for data: up and down, two columns at a time, from the right. @param {Grid} grid */
function dataPlaces(grid) {
  const side = grid.length;
  /** @type {[number, number][]} */
  const places = [];
  let isUp = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the upright line has its column to itself
    for (let i = 0; i < side; i++)
      for (const column of [right, right - 1]) {
        const row = isUp ? side - 1 - i : i;
        if (grid[row][column] === null) places.push([row, column]);
      }
    isUp = !isUp;
  }
  return places;
}

/** Which squares a mask turns over. @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Level M and a mask, with ten bits that correct them. @param {number} mask */
function formatBits(mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** How hard a code is to read: long runs and blocks of one colour. @param {Grid} grid */
function hardness(grid) {
  let sum = 0;
  for (const lines of [grid, grid.map((_, i) => grid.map((row) => row[i]))])
    for (const line of lines)
      for (const run of line.map(Number).join("").match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
  for (let y = 1; y < grid.length; y++)
    for (let x = 1; x < grid.length; x++)
      if (new Set([grid[y][x], grid[y - 1][x], grid[y][x - 1], grid[y - 1][x - 1]]).size === 1) sum += 3;
  return sum;
}

/**
 * The squares of a QR code by row and column, dark ones true; null for a text that is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrOf(text) {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([blocks, data]) => bytes.length + HEAD_BYTES <= blocks * data);
  if (version < 0) return null;
  const side = 21 + 4 * version;
  const words = codewords(bytes, SIZES[version]);
  const drawn = MASKS.map((isTurned, mask) => {
    const grid = frame(side);
    dataPlaces(grid).forEach(([row, column], i) => {
      const bit = ((words[i >> 3] ?? 0) >> (7 - (i % 8))) & 1;
      grid[row][column] = (bit === 1) !== isTurned(row, column);
    });
    formatPlaces(side).forEach(([row, column], i) => (grid[row][column] = ((formatBits(mask) >> (i % 15)) & 1) === 1));
    return grid;
  });
  const [best] = drawn.map((grid) => ({ grid, hard: hardness(grid) })).sort((a, b) => a.hard - b.hard);
  return /** @type {boolean[][]} */ (best.grid);
}
