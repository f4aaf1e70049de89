import type * as z from "zod"
import type { ToolCaller } from "./caller.ts"

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  /** Read by the model in each session, so it is short. */
  readonly description: string
  readonly input: S
  readonly isReadOnly: boolean
  /** Resolves with the answer as plain text. Rejects with an `UpnextError`. */
  run(caller: ToolCaller, input: z.output<S>): Promise<string>
}

export function tool<S extends z.ZodObject>(spec: Tool<S>): Tool<S> {
  return spec
}
