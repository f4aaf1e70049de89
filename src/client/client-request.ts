import type { FileToSend } from "./contract.ts"

export interface Speaker {
  readonly token?: string | null | undefined
  readonly actor?: string | null | undefined
  /** The id of the home whose server is meant: any other refuses. */
  readonly home?: string | undefined
  /** Signs a request with the key of a home, in place of a token. */
  readonly prove?: Prove | undefined
  /** Asked before each attempt. Rejects unless the server listening there may get the token. */
  readonly vouch?: (() => Promise<void>) | undefined
  /** Where the server is now, where it may move. */
  readonly url?: string | undefined
  /** Looks where the server is, once it could not be reached. Rejects where it does not run. */
  readonly find?: (() => Promise<void>) | undefined
}

/** The proof that the sender of a request holds the key of the server's home. */
export type Prove = (request: {
  readonly method: string
  readonly host: string
  readonly path: string
}) => string

export interface ClientRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** A file that is sent in place of JSON. */
  readonly file?: FileToSend | undefined
  /** The answer is a `FileAnswer`, in place of JSON. */
  readonly givesFile?: boolean | undefined
  /** With a key a request is repeated when its connection is lost, since the server does it once. */
  readonly idempotencyKey?: string | undefined
  /** Only if the task is still of this version. */
  readonly ifVersion?: number | undefined
  /** The number of an earlier write with which one undo reverts this one. */
  readonly joins?: number | undefined
  /** Asks for a short answer to a write. */
  readonly isMinimal?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** How long to wait for the answer, in ms; default: as long as it takes. */
  readonly timeoutMs?: number | undefined
  /** Answers that are accepted whatever their status is. They rest on no event. */
  accepts?(data: unknown): boolean
}

/** How a client knows the server of a home. */
export interface HomeCheck {
  /** Sent with each request, which any other home's server refuses. undefined: any server will do. */
  readonly id: string | undefined
  /** Called before the first request. Rejects unless that may be sent. */
  confirm(): Promise<void>
  /** Called before each request with a token. Rejects unless the server is still the one of the home. */
  vouch(): Promise<void>
  /** Where the server of the home is, as far as is known. */
  url?(): string
  /** Looks where it is now. Rejects if it does not run. */
  find?(): Promise<void>
  /** What is known of the home beside an error: the error to report. */
  explain(error: unknown): Promise<unknown>
}
