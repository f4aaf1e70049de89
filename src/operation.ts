import type * as z from "zod"
import type { Board } from "./domain/board/board.ts"
import type { BoardEvent } from "./domain/board/events.ts"
import type { PastEvent } from "./domain/board/trail.ts"
import type { Context } from "./domain/context.ts"
import type { ErrorCode } from "./errors.ts"

/** What a query may know; `trail` where it asked for the past of a task: its events, oldest first. */
export interface QueryContext extends Context {
  readonly trail?: readonly PastEvent[]
}

export interface Http {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Relative to the base, with `{name}` for a parameter of the input. */
  readonly path: string
  /** On success; 200 unless said otherwise. */
  readonly status?: number
}

interface Declared<I extends z.ZodObject, O extends z.ZodType> {
  /** `thing.verb`: `task.create` becomes `client.task.create()`. */
  readonly name: string
  /** One line without a full stop: what it does. */
  readonly summary: string
  /** Sentences: what a caller should know beside the summary and the fields. */
  readonly description: string
  readonly http: Http
  /** Path parameters, query parameters (GET, DELETE) or body (POST, PUT, PATCH), as one strict object. */
  readonly input: I
  readonly output: O
  /** The input's field that says who acts, if there is one. */
  readonly actor?: keyof z.output<I> & string
  /** The codes that its own rules refuse with, beside those that every request may meet. */
  readonly refusals?: readonly ErrorCode[]
  /** True of an input that is answered with `search`; it waits while the index is built. */
  searches?(input: z.output<I>): boolean
  /** True of an answer that a request with `wait` (ms, in the input) is held for to become better. */
  isEmpty?(answer: z.input<O>): boolean
  /** The path of what was created. */
  location?(answer: z.input<O>): string
}

/** An operation that adds events. `decide` and `answer` are pure; a refusal is thrown with `fail()`. */
export interface Command<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
> extends Declared<I, O> {
  readonly kind: "command"
  decide(board: Board, input: z.output<I>, context: Context): readonly BoardEvent[]
  /** Called right after the events have been folded into the board. */
  answer(board: Board, events: readonly BoardEvent[], input: z.output<I>, context: Context): z.input<O>
}

/** An operation that only looks. */
export interface Query<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> extends Declared<
  I,
  O
> {
  readonly kind: "query"
  /** The answer rests on the board and the input alone, not on the time: while neither changes, it serves again. */
  readonly isStable?: true
  /** Where the answer rests on the past of a task: that task's newest event, if it has one. Not with `isStable`. */
  trail?(board: Board, input: z.output<I>): number | undefined
  read(board: Board, input: z.output<I>, context: QueryContext): z.input<O>
}

export type Operation = Command | Query

/** Declares an operation that changes the board. */
export function command<const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  spec: Omit<Command<I, O>, "kind"> & { readonly name: N },
): Command<I, O> & { readonly name: N } {
  return { kind: "command", ...spec }
}

/** Declares an operation that changes nothing. */
export function query<const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  spec: Omit<Query<I, O>, "kind"> & { readonly name: N },
): Query<I, O> & { readonly name: N } {
  return { kind: "query", ...spec }
}
