/** Messages of the server as tests tell them: with no more than what the test is about. */

import type { ServerMessage } from "../../client_js/src/messages";

/** Any part of a value, and of the values in it. */
export type Part<T> = T extends readonly unknown[] | null | undefined | string | number | boolean
  ? T extends readonly (infer E)[]
    ? number extends T["length"]
      ? Part<E>[]
      : T
    : T
  : { [K in keyof T]?: Part<T[K]> };

/** The message of a type, with a part of its fields. */
export type Told<M extends { type: string } = ServerMessage> = M extends { type: infer T } ? { type: T } & Part<Omit<M, "type">> : never;
