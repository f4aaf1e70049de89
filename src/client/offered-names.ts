import * as z from "zod"
import { eventKinds } from "../domain/events/index.ts"
import { operations } from "../operations/index.ts"

// What a shell offers. This loads all schemas, so it is in the script of the server.

/** By name of the operation: the names that its `fields` may hold. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  operations.flatMap(({ name, input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: "input" }) as WithFields
    const names = properties["fields"]?.items?.enum
    return names ? [[name, names]] : []
  }),
)

export const eventTypes: readonly string[] = Object.keys(eventKinds)

// --- internal ---

interface WithFields {
  readonly properties?: Readonly<Record<string, { readonly items?: { readonly enum?: readonly string[] } }>>
}
