import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"
import { requireRole } from "../../domain/rules/permissions.ts"
import { namedActor, type Sender } from "../../domain/rules/actor.ts"
import type { Engine } from "../../engine/api.ts"
import { fail } from "../../errors.ts"
import type { Input } from "../../operation.ts"
import { operations } from "../../operations/index.ts"
import { untilAborted, type Departure } from "../request/departure.ts"
import type { FileStore } from "../request/file-body.ts"
import { parseInput } from "../request/input.ts"

/** Calls an operation by its name with unchecked input. Rejects with an `UpnextError`. */
export type Invoke = (
  name: string,
  input: Readonly<Record<string, unknown>>,
  sender: Sender,
  departure: Departure,
) => Promise<unknown>

/** Lets a program in this process call operations as a client would, but without a request. */
export function createInvoke(engine: Engine, files: Pick<FileStore, "open">): Invoke {
  return async (name, given, sender, { signal, look }) => {
    const operation =
      operations.find((each) => each.name === name) ?? fail("not_found", `There is no operation ${name}.`)
    const { input: schema, actor } = operation
    // A client sends its actor and session only to operations that accept them.
    const known = Object.entries({ ...(actor && { [actor]: sender.actor }), ...given }).filter(
      ([key, value]) => value !== undefined && (key !== "session" || "session" in schema.shape),
    )
    const input: Input = parseInput(
      schema,
      Object.fromEntries(known),
      sender.agent ?? sender.actor ?? sender.who?.name,
    )
    if (sender.who) requireRole(sender.who, operation)
    const named = namedActor(actor && input[actor], sender)
    const result = engine.run({ operation, input, actor: named, who: sender.who, signal, look })
    const { answer } = await Promise.race([result, untilAborted(signal)])
    if (operation.kind !== "query" || operation.givesFile === undefined) return answer
    const file = answer[operation.givesFile] as AttachmentView
    const pieces: Uint8Array[] = []
    for await (const piece of await files.open(file)) pieces.push(piece)
    return { type: file.type, bytes: Buffer.concat(pieces) }
  }
}
