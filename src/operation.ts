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
  /** Relative to the base, with `{name}` for a parameter of the input. */
  readonly path: string
  /** A method that does the same at this path, for clients that use no other. */
  readonly also?: "PUT"
  /** On success; 200 unless said otherwise. */
  readonly status?: number
}

/** A parsed input. These fields mean the same in every operation that has them. */
export interface Input {
  readonly [field: string]: unknown
  /** Tells processes apart that share the name of an agent. */
  readonly session?: string | undefined
  /** The machine that the caller runs on. */
  readonly host?: string | undefined
  /** The token of the lease on the task that is changed. */
  readonly leaseToken?: string | undefined
  /** The file that the request brings, once its bytes are durable. */
  readonly file?: FileFields | undefined
}

/** An object schema whose fields have their usual meaning. */
type InputSchema = z.ZodObject & z.ZodType<Input>

type InputField<I extends InputSchema> = keyof z.output<I> & string
type AnswerField<O extends z.ZodObject> = keyof z.input<O> & string

/** How an operation waits: the request is held until the answer is no longer empty, or its time is up. */
export interface LongPoll<I extends InputSchema = InputSchema, O extends z.ZodObject = z.ZodObject> {
  /** The input's field that says how long the request may be held, in ms. */
  readonly wait: InputField<I>
  /** The input's field with the name of the agent that asks for work. */
  readonly agent: InputField<I>
  isEmpty(answer: z.input<O>): boolean
}

/** What the engine and the faces must know of an operation. They never guess it from an input or an answer. */
interface Declared<I extends InputSchema, O extends z.ZodObject> {
  /** `thing.verb`: `task.create` becomes `client.task.create()`. */
  readonly name: string
  /** One line without a full stop: what it does. */
  readonly summary: string
  /** Sentences: what a caller should know beside the summary and the fields. */
  readonly description: string
  readonly http: Http
  /** The role that it takes on a board that asks who is there. */
  readonly access: Access
  /** Of a command of admins: on a board that asks nobody, everybody may do it. Without this only the home may. */
  readonly opensWithBoard?: true
  /** Path parameters, query parameters (GET, DELETE) or body (POST, PUT, PATCH), as one strict object. */
  readonly input: I
  readonly output: O
  /** The input's field that says who acts, if there is one. */
  readonly actor?: InputField<I>
  /** The input's field, an object, that keeps what a request over HTTP brings beside the fields there are. */
  readonly keepsUnknown?: InputField<I>
  /** Programs send it in bulk: the body of a request may be compressed with gzip, and hold four times as much as others. */
  readonly takesBulk?: true
  /** What it is sent stays in memory, so it is refused while that is nearly full. */
  readonly grows?: true
  /** The codes that its own rules refuse with, beside those that every request, and every one on a task, may meet. */
  readonly refusals?: readonly ErrorCode[]
  /** The answer's field that shows one task, or null. The answer's `ETag` is the version of that task. */
  readonly shows?: AnswerField<O>
  /** The answer's field with the lease that it grants on the task it shows. The lease's token is never stored. */
  readonly grants?: AnswerField<O>
  /** The answer's field with a token that is shown once. It is never stored, so a repeat of the request lacks it. */
  readonly showsOnce?: AnswerField<O>
  /** The input's flag by which a caller asks what would happen. Its answer is made as usual, and nothing is kept. */
  readonly dryRun?: InputField<I>
  /** An operation that can wait for a better answer than an empty one. */
  readonly longPoll?: LongPoll<I, O>
  /** Its answer also tells the holder of the task what others said meanwhile (`said`), and its input says what was `heard`. */
  readonly hears?: true
  /** True of an input whose answer needs the search. Such a call waits while the index is built. */
  searches?(input: z.output<I>): boolean
  /** The indexes of the board that an answer to this input rests on. Such a call waits while they are made. */
  indexes?(input: z.output<I>): readonly IndexName[]
  /** The path of what the request created. */
  location?(answer: z.input<O>): string
}

/** How a command takes a file. */
export interface TakesFile<I extends InputSchema = InputSchema> {
  /** Refuses, before the bytes are read, what would be refused once they are there. `size` is what the sender says. */
  admit(board: Board, input: Omit<z.output<I>, "file">, size: number): void
}

/** What a command has decided, and what it has to tell of that beside its events. */
export interface DecidedTold<T = unknown> {
  readonly events: readonly BoardEvent[]
  readonly told: T
}

/** The plain form of a decision: all or nothing. */
type DecidedWhole = readonly BoardEvent[]

/** An operation that adds events. `decide` and `answer` are pure; a refusal is thrown with `fail()`. */
export interface Command<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
  D extends DecidedWhole | DecidedEach | DecidedTold = DecidedWhole | DecidedEach | DecidedTold,
> extends Declared<I, O> {
  readonly kind: "command"
  /** The input's field with the id of the one task that it changes. Such a request may carry `If-Match`. */
  readonly subject?: InputField<I>
  /** The body of the request is not JSON, but the bytes of a file. What is known of the file is in the field `file`. */
  readonly takesFile?: TakesFile<I>
  decide(board: Board, input: z.output<I>, context: Context): D
  /** Called with what was decided, right after its events have been folded into the board. */
  answer(board: Board, decided: D, input: z.output<I>, context: Context): z.input<O>
}

/** An operation that changes nothing. */
export interface Query<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "query"
  /** The answer's field with the record, or the list of records, from which the input's `fields` chooses. */
  readonly record?: AnswerField<O>
  /** Whether an answer rests on the board and the input alone, not on the time: it can be given again until one changes. */
  isStable?(answer: z.input<O>): boolean
  /** For an answer that needs all events of one task: where they end. Not together with `isStable`. */
  trail?(board: Board, input: z.output<I>): TrailEnd | undefined
  /** For an answer that shows when events were written: of how many, spread evenly over the log. */
  points?(input: z.output<I>): number
  /** The input's field with a moment. Where it is given, the answer rests on the board as it was then. */
  readonly past?: InputField<I>
  /** The answer's field with a file. The bytes of that file are the body of the answer, in place of JSON. */
  readonly givesFile?: AnswerField<O>
  read(board: Board, input: z.output<I>, context: QueryContext): z.input<O>
}

/** An operation that adds to what the server keeps in memory only: the board and the log stay as they are. */
export interface SoftCommand<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "soft"
  /** The input's field with the id of the task that it is about. */
  readonly subject: InputField<I>
  /** What it adds to the output of the task. A refusal is thrown with `fail()`. */
  part(board: Board, input: z.output<I>, context: Context): OutputPart
  answer(added: OutputAdded): z.input<O>
}

/** What a form of a text is called on the way, and the ending of its file. */
interface TextForm {
  /** Media type. */
  readonly type: string
  readonly ending: string
}

/**
 * An operation that changes nothing, and whose answer is a text that is made while it is sent: it may be longer than what
 * fits in memory. `output` is the schema of one of its lines, where the text is JSON lines.
 */
export interface Download<
  I extends InputSchema = InputSchema,
  O extends z.ZodObject = z.ZodObject,
> extends Declared<I, O> {
  readonly kind: "download"
  /** The input's field that chooses the form. */
  readonly form: InputField<I>
  /** By the values of that field; the default comes first. */
  readonly forms: Readonly<Record<string, TextForm>>
  /**
   * Called once, and keeps what it needs of the board as it is. The pieces are asked for later, at any time, and show
   * nothing that came after the call.
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

/** Declares an operation that changes several tasks, and of these all that it may. */
export function commandOnEach<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Command<I, O, DecidedEach>, "kind"> & { readonly name: N },
): Command<I, O, DecidedEach> & { readonly name: N } {
  return { kind: "command", ...spec }
}

/** Declares an operation that changes the board and tells what its events do not. */
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

/** Declares an operation that changes nothing, and answers with the bytes of a file. */
export function fileQuery<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Query<I, O>, "kind"> & { readonly name: N; readonly givesFile: AnswerField<O> },
): Query<I, O> & { readonly name: N; readonly givesFile: AnswerField<O> } {
  return { kind: "query", ...spec }
}

/** Declares an operation that changes only what is kept in memory. */
export function softCommand<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<SoftCommand<I, O>, "kind"> & { readonly name: N },
): SoftCommand<I, O> & { readonly name: N } {
  return { kind: "soft", ...spec }
}

/** Declares an operation that changes nothing and sends a text while it makes it. */
export function download<const N extends string, I extends InputSchema, O extends z.ZodObject>(
  spec: Omit<Download<I, O>, "kind"> & { readonly name: N },
): Download<I, O> & { readonly name: N } {
  return { kind: "download", ...spec }
}
