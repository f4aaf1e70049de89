import { fail } from "../../errors.ts"
import type { Identity } from "../wire/access/access.ts"
import type { Task } from "../board/records.ts"
import { anonymous, isSameName, taskId } from "../wire/names.ts"

/** What is known about the sender of a request in addition to the request's input. */
export interface Sender {
  /** The agent to which the access token is bound; with such a token only that agent can act. */
  readonly agent?: string | undefined
  /** Who sent it; undefined where nobody is asked. */
  readonly who?: Identity | undefined
  /** The name sent outside the input: over HTTP, in the header `Upnext-Actor`. */
  readonly actor?: string | undefined
}

/**
 * The actor that a request names: the access token's agent, else the name in the field that the operation declares,
 * else the name sent outside the input, else `anonymous`.
 * @throws actor_mismatch if the request names another actor than the token's agent
 */
export function namedActor(inField: unknown, { agent, actor }: Sender): string {
  const named = typeof inField === "string" ? inField : actor
  if (agent === undefined) return named ?? anonymous
  if (named !== undefined && !isSameName(named, agent))
    fail("actor_mismatch", { detail: `The token belongs to ${agent}, not to ${named}.`, facts: { agent } })
  return agent
}

/**
 * The actor of a request. If the request does not name one, this is the holder of the lease whose token came with it.
 */
export function actorBehind(
  named: string,
  task: Task | undefined,
  leaseToken: string | undefined,
  { token }: { token(task: string, epoch: number): string },
): string {
  if (named !== anonymous || leaseToken === undefined || !task?.lease) return named
  return leaseToken === token(taskId(task.n), task.epoch) ? task.lease.agent : named
}
