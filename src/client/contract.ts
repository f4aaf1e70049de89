import type * as z from "zod"
import type { operations } from "../operations/index.ts"

export type { HealthDocument } from "../domain/wire/health-document.ts"

export type AnyOperation = (typeof operations)[number]
export type OperationName = AnyOperation["name"]

/** What an operation takes, as it is sent. `agent` may be left out: the client says who acts. */
export type InputOf<N extends OperationName> = LenientAgent<z.input<OperationNamed<N>["input"]>>

/** What an operation answers. */
export type OutputOf<N extends OperationName> = z.output<OperationNamed<N>["output"]>

// --- internal ---

type OperationNamed<N extends OperationName> = Extract<AnyOperation, { name: N }>
type LenientAgent<T> = "agent" extends keyof T ? Omit<T, "agent"> & { agent?: string | undefined } : T
