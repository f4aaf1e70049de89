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
    /** The matched route's name in the metrics. */
    operation?: string
    /** When the request arrived, by the monotonic clock. */
    began?: number
    /** The result of `nodeOf`. */
    node?: NodeExchange
    /** True if the handler counts the answer itself, as streams do. */
    isCounted?: boolean
  }
}

/** A possible answer other than a problem document. */
export interface DocumentedAnswer {
  readonly status: number
  readonly meaning: string
  /** The schema of the body, by media type. */
  readonly content: Readonly<Record<string, z.ZodType>>
  /** For a request that may select parts of records: the schema of the response body. */
  readonly parts?: z.ZodType
  readonly headers?: readonly AnswerHeader[]
}

export interface RouteDoc {
  readonly name: string
  /** One line without a full stop. */
  readonly summary: string
  readonly description: string
  readonly input?: z.ZodObject
  /** The request headers that the route reads, in addition to `Authorization`. */
  readonly headers?: readonly RequestHeader[]
  /** The role that the route requires on a board with authentication; `public` if absent. */
  readonly access?: Access
  /** The possible responses, the usual one first. */
  readonly answers: readonly [DocumentedAnswer, ...DocumentedAnswer[]]
  /** The error codes that the route has in addition to the codes common to all routes. */
  readonly refusals?: readonly ErrorCode[]
}

/** A route, with the path in the notation of the docs: `/tasks/{id}`. */
export interface Route {
  /** The route's name in the metrics; default: its doc's name, or `asset` without a doc. */
  readonly name?: string
  readonly method: Http["method"]
  readonly path: string
  /**
   * Returns a Response, or a value that h3 turns into a Response. Absent for `/health`, which is answered before the
   * routes load.
   */
  readonly handle?: EventHandler
  /** Absent for operations (documented from their declaration) and for the page's files. */
  readonly doc?: RouteDoc
}
