/**
 * Moves with their variations, as an address has them: `h2e2h9g7(b9c7h0g2)h0g2`, where a variation replaces the move before it.
 * Pure; the server reads and writes the same text.
 */

/** @typedef {{uci: string, next: TreeMove[]}} TreeMove a move, and what may follow it: the first goes on with the line */
/** @typedef {{root: TreeMove, path: TreeMove[], at: number}} Place a tree, the line that is shown, and how many of its moves are played */

const PART = /[a-i][0-9][a-i][0-9]|[()]/y;
export const MOST_CHARS = 3_600;

/** @param {string} uci @returns {TreeMove} */
const leaf = (uci) => ({ uci, next: [] });

/** The tree of a text; it ends where the text ends to be one. @param {string} text @returns {TreeMove} */
export function treeOf(text) {
  const root = leaf("");
  let line = [root];
  /** @type {TreeMove[][]} */
  const outer = [];
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    const [word] = part;
    if (word === "(") {
      if (line.length < 2) return root;
      outer.push(line);
      line = line.slice(-2, -1);
    } else if (word === ")") {
      const back = outer.pop();
      if (!back) return root;
      line = back;
    } else line.push(playedAt(line[line.length - 1], word));
  }
  return root;
}

/** The move that is played after another one; the same move is there once. @param {TreeMove} parent @param {string} uci */
function playedAt(parent, uci) {
  const known = parent.next.find((move) => move.uci === uci);
  if (known) return known;
  const move = leaf(uci);
  parent.next.push(move);
  return move;
}

/** The text of a tree. @param {TreeMove} root @returns {string} */
export function textOf(root) {
  let text = "";
  for (let [first, ...others] = root.next; first; [first, ...others] = first.next)
    text += first.uci + others.map((other) => `(${other.uci}${textOf(other)})`).join("");
  return text;
}

/** A line up to a move, and on from there as it goes on. @param {TreeMove[]} path @returns {TreeMove[]} */
function onFrom(path) {
  const line = [...path];
  for (let last = line[line.length - 1]; last?.next[0]; last = last.next[0]) line.push(last.next[0]);
  return line;
}

/** The line that a tree goes on with, with so many moves played. @param {TreeMove} root @param {number} [at] @returns {Place} */
export function placeIn(root, at = Infinity) {
  const path = root.next[0] ? onFrom([root.next[0]]) : [];
  return { root, path, at: Math.min(at, path.length) };
}

/** The move before the one at a place of the line. @param {Place} place @param {number} ply */
const parentAt = ({ root, path }, ply) => (ply === 0 ? root : path[ply - 1]);

/** A move is played where we are: it becomes a variation where the line goes on otherwise. @param {Place} place @param {string} uci @returns {Place} */
export function played(place, uci) {
  const move = playedAt(parentAt(place, place.at), uci);
  return { root: place.root, path: onFrom([...place.path.slice(0, place.at), move]), at: place.at + 1 };
}

/** Where a chain of moves leads. @param {Place} place @param {TreeMove[]} chain from the first move on @returns {Place} */
export const goneTo = (place, chain) => ({ root: place.root, path: chain.length ? onFrom(chain) : placeIn(place.root).path, at: chain.length });

/** The next variation of the same move, or the one before. @param {Place} place @param {1 | -1} step @returns {Place} */
export function brother(place, step) {
  const { path, at } = place;
  if (at === 0) return place;
  const { next } = parentAt(place, at - 1);
  const other = next[next.indexOf(path[at - 1]) + step];
  return other ? goneTo(place, [...path.slice(0, at - 1), other]) : place;
}

/** Back to the latest move that has variations. @param {Place} place @returns {Place} */
export function lastFork(place) {
  let at = place.at - 1;
  while (at > 0 && parentAt(place, at).next.length < 2) at -= 1;
  return { ...place, at: Math.max(0, at) };
}

/** The same place in the tree of a text, as far as its line goes there. @param {Place} place @param {string} text @returns {Place} */
export function placedIn(place, text) {
  const root = treeOf(text);
  /** @type {TreeMove[]} */
  const chain = [];
  for (const { uci } of place.path.slice(0, place.at)) {
    const { next } = chain.at(-1) ?? root;
    const move = next.find((one) => one.uci === uci);
    if (!move) break;
    chain.push(move);
  }
  return goneTo({ ...place, root }, chain);
}

/** The move we are at is left out, with all that follows. @param {Place} place @returns {Place} */
export function dropped(place) {
  if (place.at === 0) return place;
  const parent = parentAt(place, place.at - 1);
  parent.next = parent.next.filter((move) => move !== place.path[place.at - 1]);
  return goneTo(place, place.path.slice(0, place.at - 1));
}

/** The line that is shown becomes the main one. @param {Place} place @returns {Place} */
export function promoted(place) {
  place.path.forEach((move, ply) => {
    const parent = parentAt(place, ply);
    parent.next = [move, ...parent.next.filter((other) => other !== move)];
  });
  return { ...place };
}
