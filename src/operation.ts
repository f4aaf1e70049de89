import type * as z from "zod"
import type { Board } from "./domain/board/board.ts"
import type { BoardEvent, FileFields } from "./domain/events/index.ts"
import type { IndexName } from "./domain/board/tasks/task-index.ts"
import type { TrailEnd } from "./domain/board/trail.ts"
import type { OutputAdded, OutputPart, OutputPlaces, Outputs } from "./domain/board/said/outputs.ts"
import type { Context } from "./domain/context.ts"
import type { DecidedEach } from "./domain/rules/edit-each.ts"
import type { FromLog } from "./domain/read-models/log-span.ts"
import type { Access } from "./domain/wire/access/access.ts"
import type { ErrorCode } from "./errors.ts"

export interface QueryContext extends Context, FromLog {
  readonly outputs: Outputs
  readonly places: OutputPlaces
}

export interface Http {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path relative to the base; `{name}` is a field of the input. */
  readonly path: string
  /** A second method with the same effect, for clients that can only use that method. */
  readonly also?: "PUT"
  /** The HTTP status on success; default: 200. */
  readonly status?: number
}

/** A parsed input. These fields mean the same in every operation that has them. */
export interface Input {
  readonly [field: string]: unknown
  /** Distinguishes processes that share an agent's name. */
  readonly session?: string | undefined
  /** The machine that the caller runs on. */
  readonly host?: string | undefined
  /** The token of the lease on the task that is changed. */
  readonly leaseToken?: string | undefined
  /** The uploaded file, once its bytes are durable. */
  readonly file?: FileFields | undefined
}

/** An object schema whose fields have the meanings listed above. */
type InputSchema = z.ZodObject & z.ZodType<Input>

type InputField<I extends InputSchema> = keyof z.output<I> & string
type AnswerField<O extends z.ZodObject> = keyof z.input<O> & string

/** How an operation waits: the request stays open until the answer is not empty or the time is up. */
export interface LongPoll<I extends InputSchema = InputSchema, O extends z.ZodObject = z.ZodObject> {
  /** The input field that sets the maximum wait, in ms. */
  readonly wait: InputField<I>
  /** The input field that names the agent asking for work. */
  readonly agent: InputField<I>
  isEmpty(answer: z.input<O>): boolean
}

/** An operation's properties. The engine and the interfaces never infer a property from an input or a result. */
interface Declared<I extends InputSchema, O extends z.ZodObject> {
  /** `thing.verb`: `task.create` becomes `client.task.create()`. */
  readonly name: string
  /** One line without a full stop: what the operation does. */
  readonly summary: string
  /** Full sentences: anything a caller should know beyond the summary and the fields. */
  readonly description: string
  readonly http: Http
  /** The role that the operation requires on a board with authentication. */
  readonly access: Access
  /** Without authentication, anyone may run this admin command. Default: only with the data directory's key. */
  readonly opensWithBoard?: true
  /** Path parameters, query parameters (GET, DELETE) or body (POST, PUT, PATCH), as one strict object. */
  readonly input: I
  readonly output: O
  /** The input field that names the actor, if there is one. */
  readonly actor?: InputField<I>
  /** The input field (an object) that holds the unknown fields of an HTTP request. */
  readonly keepsUnknown?: InputField<I>
  /** Programs send these requests in bulk: the body may be gzipped, and up to four times as large as other bodies. */
  readonly takesBulk?: true
  /** The input stays in memory, so the request is refused while memory is nearly full. */
  readonly grows?: true
  /** The error codes of this operation's own rules, without those that every request, or every request on a task, can get. */
  readonly refusals?: readonly ErrorCode[]
  /** The answer field that contains one task, or null. The task's version becomes the `ETag`. */
  readonly shows?: AnswerField<O>
  /** The answer field that contains the lease granted on the task. The lease token is never stored. */
  readonly grants?: AnswerField<O>
  /** The answer field that contains a token shown only once: no token is stored, so a repeated request gets none. */
  readonly showsOnce?: AnswerField<O>
  /** The input flag for a dry run. The answer is built as usual, but nothing is stored. */
  readonly dryRun?: InputField<I>
  /** Set if the operation can wait instead of returning an empty answer. */
  readonly longPoll?: LongPoll<I, O>
  /** The answer also contains others' comments to the holder (`said`); the input acknowledges comments (`heard`). */
  readonly hears?: true
  /** True if the answer to this input needs the search index. The call waits while the search index is being built. */
  searches?(input: z.output<I>): boolean
  /** The board indexes that the answer to this input needs. The call waits while the indexes are being built. */
  indexes?(input: z.output<I>): readonly IndexName[]
  /** The path of the record that the request created. */
  location?(answer: z.input<O>): string
}

/** How a command accepts a file. */
export interface TakesFile<I extends InputSchema = InputSchema> {
  /**
   * Refuses, before the bytes are read, any file that `decide` would refuse later. `size` is the size stated by the
   * sender.
   */
  admit(board: Board, input: Omit<z.output<I>, "file">, size: number): void
}

/** A decision: events, plus information that the answer needs but no event contains. */
export interface DecidedTold<T = unknown> {
  readonly events: readonly BoardEvent[]
  readonly told: T
}

/** A plain decision: either all of its events happen, or none. */
type DecidedWhole = readonly BoardEvent[]

/** An operation that adds events. `decide` and `answer` are pure; a refusal is thrown with `fail()`. */
export interface Command<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
  D extends DecidedWhole | DecidedEach | DecidedTold = DecidedWhole | DecidedEach | DecidedTold,
> extends Declared<I, O> {
  readonly kind: "command"
  /** The input field that contains the id of the only task being changed. The request may carry `If-Match`. */
  readonly subject?: InputField<I>
  /** The request body consists of a file's bytes instead of JSON. The field `file` describes the file. */
  readonly takesFile?: TakesFile<I>
  decide(board: Board, input: z.output<I>, context: Context): D
  /** Called with the decision, right after the decision's events have been folded into the board. */
  answer(board: Board, decided: D, input: z.output<I>, context: Context): z.input<O>
}

/** An operation that changes nothing. */
export interface Query<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "query"
  /** The answer field that contains the record, or list of records, to which the input's `fields` applies. */
  readonly record?: AnswerField<O>
  /** True if the answer does not depend on the time: the answer is reused until the board or the input changes. */
  isStable?(answer: z.input<O>): boolean
  /** For an answer that needs all events of one task: the position where the task's events end. Excludes `isStable`. */
  trail?(board: Board, input: z.output<I>): TrailEnd | undefined
  /** For an answer that contains event times: how many events to sample, evenly spread over the log. */
  points?(input: z.output<I>): number
  /** The input field that contains a point in time. If given, the answer shows the board as it was at that time. */
  readonly past?: InputField<I>
  /** The answer field that contains a file. The file's bytes become the response body, instead of JSON. */
  readonly givesFile?: AnswerField<O>
  read(board: Board, input: z.output<I>, context: QueryContext): z.input<O>
}

/** An operation that changes only the server's memory. The board and the log do not change. */
export interface SoftCommand<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "soft"
  /** The input field that contains the id of the task whose output grows. */
  readonly subject: InputField<I>
  /** The part that the operation adds to the task's output. Refusals are thrown with `fail()`. */
  part(board: Board, input: z.output<I>, context: Context): OutputPart
  answer(added: OutputAdded): z.input<O>
}

/** The media type and the file extension of a text format. */
interface TextForm {
  /** Media type. */
  readonly type: string
  readonly ending: string
}

/**
 * A read-only operation that streams text, which may be larger than memory. If the text is JSON lines, `output` is the
 * schema of one line.
 */
export interface Download<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "download"
  /** The input field that selects the format. */
  readonly form: InputField<I>
  /** The format for each value of the `form` field; the default comes first. */
  readonly forms: Readonly<Record<string, TextForm>>
  /**
   * Called once, and captures the needed data from the board. The pieces are requested later, but show nothing that
   * happened after this call.
   */
  pieces(board: Board, input: z.output<I>, context: Context): Iterable<string>
}

export type Operation = Command | Query | SoftCommand | Download

/** Declares an operation that changes the board. */
export function command<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Command<I, O, DecidedWhole>, "kind"> & { readonly name: N },
): Command<I, O, DecidedWhole> & { readonly name: N } {
  return { kind: "command", ...spec }
}

/** Declares an operation on several tasks. Each task that the caller may change is changed; the others are refused. */
export function commandOnEach<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Command<I, O, DecidedEach>, "kind"> & { readonly name: N },
): Command<I, O, DecidedEach> & { readonly name: N } {
  return { kind: "command", ...spec }
}

/** Declares an operation that changes the board and answers with more than its events. */
export function commandThatTells<T, const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Command<I, O, DecidedTold<T>>, "kind"> & { readonly name: N },
): Command<I, O, DecidedTold<T>> & { readonly name: N } {
  return { kind: "command", ...spec }
}

/** Declares an operation that changes nothing. */
export function query<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Query<I, O>, "kind"> & { readonly name: N },
): Query<I, O> & { readonly name: N } {
  return { kind: "query", ...spec }
}

/** Declares a read-only operation that answers with a file's bytes. */
export function fileQuery<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Query<I, O>, "kind"> & { readonly name: N; readonly givesFile: AnswerField<O> },
): Query<I, O> & { readonly name: N; readonly givesFile: AnswerField<O> } {
  return { kind: "query", ...spec }
}

/** Declares an operation that changes only the server's memory. */
export function softCommand<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<SoftCommand<I, O>, "kind"> & { readonly name: N },
): SoftCommand<I, O> & { readonly name: N } {
  return { kind: "soft", ...spec }
}

/** Declares a read-only operation that streams text. */
export function download<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Download<I, O>, "kind"> & { readonly name: N },
): Download<I, O> & { readonly name: N } {
  return { kind: "download", ...spec }
}
