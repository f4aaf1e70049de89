import type { Json } from "../domain/wire/metadata.ts"
import type { LeaseGrant, TaskView } from "../domain/wire/view-schemas.ts"
import type { Operation } from "../operation.ts"
import type { CallResult } from "./call.ts"

type Answer = CallResult["answer"]

/** An answer as it is stored for a repeat of its request: without a token, since secrets are not stored. */
export function withoutToken({ grants, showsOnce }: Operation, answer: Answer): Json {
  if (showsOnce !== undefined) return { ...(answer as Readonly<Record<string, Json>>), [showsOnce]: null }
  const lease = grants === undefined ? undefined : (answer[grants] as LeaseGrant | undefined)
  if (grants === undefined || !lease) return answer as Json
  const { token: _, ...stored } = lease
  return { ...(answer as Readonly<Record<string, Json>>), [grants]: stored }
}

/** The whole answer again: a token follows from its task and epoch. */
export function withToken(
  { grants, shows }: Operation,
  stored: Json,
  { token }: { token(task: string, epoch: number): string },
): Answer {
  const answer = stored as Answer
  if (grants === undefined || shows === undefined) return answer
  const lease = answer[grants] as Omit<LeaseGrant, "token"> | undefined
  const task = answer[shows] as TaskView | null
  if (!lease || !task) return answer
  return { ...answer, [grants]: { token: token(task.id, lease.epoch), ...lease } }
}
