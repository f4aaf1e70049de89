import type { EventHandler } from "h3"
import type * as z from "zod"
import type { ErrorCode } from "../errors.ts"
import type { Access } from "../domain/wire/access/access.ts"
import type { Http } from "../operation.ts"
import type { AnswerHeader, RequestHeader } from "./header-table.ts"
import type { NodeExchange } from "./request/exchange.ts"
import type { Target } from "./request/target.ts"

declare module "h3" {
  interface H3EventContext {
    target: Target
    /** The route that was found, as the metrics call it. */
    operation?: string
    /** When it came, by the monotonic clock. */
    began?: number
    /** What `nodeOf` has found. */
    node?: NodeExchange
    /** True where the handler counts the answer itself, as a stream does. */
    isCounted?: boolean
  }
}

/** An answer that a client can get, other than a problem document. */
export interface DocumentedAnswer {
  readonly status: number
  readonly meaning: string
  /** What it holds, by media type. */
  readonly content: Readonly<Record<string, z.ZodType>>
  /** The JSON that it holds where the request may ask for parts of records. */
  readonly parts?: z.ZodType
  readonly headers?: readonly AnswerHeader[]
}

export interface RouteDoc {
  readonly name: string
  /** One line without a full stop. */
  readonly summary: string
  readonly description: string
  readonly input?: z.ZodObject
  /** The request headers that are read, beside `Authorization`. */
  readonly headers?: readonly RequestHeader[]
  /** The role that it takes on a board that asks who is there; `public` if absent. */
  readonly access?: Access
  /** The usual answer comes first. */
  readonly answers: readonly [DocumentedAnswer, ...DocumentedAnswer[]]
  /** Codes beside those that every route may refuse with. */
  readonly refusals?: readonly ErrorCode[]
}

/** A route with its path as the docs write it: `/tasks/{id}`. */
export interface Route {
  /** What the metrics call it; the name of its doc if absent, or `asset` where there is none. */
  readonly name?: string
  readonly method: Http["method"]
  readonly path: string
  /** Returns a Response, or what h3 makes one of. Left out for `/health`, which is answered before there are routes. */
  readonly handle?: EventHandler
  /** Left out for operations, which are documented from their own declaration, and for the files of a page. */
  readonly doc?: RouteDoc
}
