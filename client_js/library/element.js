/** `<xiangqi-board>`, for pages of your own: it brings its styles, outlines and sentences itself. */

export { XiangqiBoard } from "../src/board/element.js";
