import type { SaidWord } from "../client/hear.ts"
import type { InputOf, OperationName, OutputOf } from "../client/contract.ts"
import { placeText } from "../domain/wire/tasks/place.ts"
import type { ToolCaller, ToolClaim } from "./caller.ts"
import { fence, quote } from "./fence.ts"

/** A caller whose answers are listened to: what others have said to the holder of a task stands before the next result. */
export function listening(caller: ToolCaller): { readonly caller: ToolCaller; said(): readonly string[] } {
  const texts = new Map<string, string>()

  async function call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const answer = await caller.call(name, input)
    const { said = [], task } = answer as Partial<OutputOf<"task.edit">>
    const { id = task?.id ?? "" } = input as { readonly id?: string }
    for (const each of said) texts.set(each.id, sayOne(id, each))
    // A look at the task shows that there are words, and a heartbeat which.
    const held = said.length === 0 && task?.lease?.unheard ? caller.find(task.id) : undefined
    if (held?.leaseToken !== undefined) await call("task.heartbeat", held).catch(() => undefined)
    return answer
  }

  const { verify } = caller
  const listener: ToolCaller = Object.create(caller, {
    call: { value: call },
    // The results of checks are writes of the holder too.
    ...(verify && { verify: { value: (claim: ToolClaim) => verify(claim, call) } }),
  }) as ToolCaller
  return { caller: listener, said: () => [...texts.values()] }
}

// --- internal ---

function sayOne(task: string, { id, author, content, place }: SaidWord): string {
  const at = place ? ` at ${quote(placeText(place))}` : ""
  return `${quote(author)} commented on ${task}${at} while you work on it (${id}):\n${fence(content, author)}`
}
