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
export type OperationName = keyof Contract

/** What an operation takes. `agent` may be left out: the client says who acts. */
export type InputOf<N extends OperationName> = Contract[N]["input"]

export type OutputOf<N extends OperationName> = Contract[N]["output"]

// --- internal ---

type LenientAgent<T> = T extends { agent?: infer A } ? Omit<T, "agent"> & { agent?: A | undefined } : T
