import type * as z from "zod"
import type { operations } from "../operations/index.ts"

export type { HealthDocument } from "../domain/wire/health-document.ts"

export type AnyOperation = (typeof operations)[number]

/** What each operation takes, as it is sent, and what it answers. */
export type Contract = {
  [O in AnyOperation as O["name"]]: {
    input: LenientAgent<z.input<O["input"]>>
    output: z.output<O["output"]>
  }
}

/** The operations that answer with a text, which is received piece by piece. */
export type DownloadName = Extract<AnyOperation, { kind: "download" }>["name"]

/** Those that answer with one object. */
export type OperationName = Exclude<keyof Contract, DownloadName>

/** What an operation takes. `agent` may be left out: the client says who acts. */
export type InputOf<N extends keyof Contract> = Contract[N]["input"]

export type OutputOf<N extends OperationName> = Contract[N]["output"]

// --- internal ---

type LenientAgent<T> = T extends { agent?: infer A } ? Omit<T, "agent"> & { agent?: A | undefined } : T
