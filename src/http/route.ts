import type * as z from "zod"
import type { Http } from "../operation.ts"
import type { Reply, streaming } from "./reply.ts"
import type { Exchange, Params } from "./exchange.ts"

/** `undefined` parameters where the path has none. */
export type Handler = (
  exchange: Exchange,
  params: Params | undefined,
) => Reply | typeof streaming | Promise<Reply | typeof streaming>

/** A route with its path as the docs write it: `/tasks/{id}`. */
export interface Route {
  readonly method: Http["method"]
  readonly path: string
  readonly handle: Handler
  /** What `/docs` says of it; operations speak for themselves, and parts of a page need no word. */
  readonly doc?: {
    readonly name: string
    readonly summary: string
    /** Media type of the answer. */
    readonly type: string
    readonly status?: number
    readonly input?: z.ZodObject
    readonly output?: z.ZodType
    /** True where a token is needed on a server that asks for one. */
    readonly token?: boolean
  }
}
