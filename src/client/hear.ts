import type { OutputOf } from "./contract.ts"

/** What somebody else has said on a task. */
export type SaidWord = NonNullable<OutputOf<"task.heartbeat">["said"]>[number]

/** Takes the words on a task. Where it fails, they come again. */
export type Hear = (task: string, said: readonly SaidWord[]) => void | Promise<void>

/**
 * Passes on what others have said to the holder of a task, as an answer shows it, and tells the server that it was heard.
 * @param input what was sent
 * @param renew sends a heartbeat
 */
export async function passOn(
  answer: unknown,
  input: Readonly<Record<string, unknown>>,
  hear: Hear,
  renew: (input: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const { said } = answer as { readonly said?: readonly SaidWord[] }
  const last = said?.at(-1)
  if (!said || !last) return
  const { id, agent = input["author"], session, leaseToken } = input
  const held = {
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    leaseToken,
  }
  try {
    await hear(String(id), said)
    await renew({ id, ...held, heard: last.id })
  } catch {
    // The server shows them again with the next answer.
  }
}
