import type * as z from "zod"
import type { operations } from "../operations/index.ts"

export type { HealthDocument } from "../domain/wire/health-document.ts"

export type AnyOperation = (typeof operations)[number]

/** What each operation takes, as it is sent, and what it answers. */
export type Contract = {
  [O in AnyOperation as O["name"]]: {
    input: WithFile<LenientAgent<z.input<O["input"]>>>
    output: O extends { givesFile: string } ? FileAnswer : z.output<O["output"]>
  }
}

/** The operations that answer with a text, which is received piece by piece. */
export type DownloadName = Extract<AnyOperation, { kind: "download" }>["name"]

/** Those that answer with one object. */
export type OperationName = Exclude<keyof Contract, DownloadName>

/** What an operation takes. `agent` may be left out: the client says who acts. */
export type InputOf<N extends keyof Contract> = Contract[N]["input"]

export type OutputOf<N extends OperationName> = Contract[N]["output"]

/** A file to be sent. */
export interface FileToSend {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer> | Blob
}

/** A file as a server answers it. */
export interface FileAnswer {
  /** Its media type. */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

// --- internal ---

type WithFile<T> = T extends { file: unknown } ? Omit<T, "file"> & { file: FileToSend } : T

type LenientAgent<T> = T extends { agent?: infer A } ? Omit<T, "agent"> & { agent?: A | undefined } : T
