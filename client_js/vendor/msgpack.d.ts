/** Types of the two functions the page uses. */
export function encode(value: unknown): Uint8Array<ArrayBuffer>;
export function decode(bytes: Uint8Array): unknown;
