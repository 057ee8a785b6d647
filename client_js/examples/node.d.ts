/** What the examples take of Node. */
declare const process: { argv: string[] };
