/** The drawing of a board, for pages of your own that hold `art/sprite.svg`, with `css/tokens.css`, `base.css` and `board.css`. */

export { createDrawing, plainScene } from "../src/board/drawing.js";
export * as marks from "../src/board/marks.js";
