import type { IncomingMessage } from "node:http"
import type { H3Event } from "h3"
import * as z from "zod"
import type { Identity } from "../../domain/wire/access/access.ts"
import { isMe, taskNumber } from "../../domain/wire/names.ts"
import { ActorName } from "../../domain/wire/schemas.ts"
import { fail, UpnextError } from "../../errors.ts"
import type { Download, Operation } from "../../operation.ts"
import type { Requester } from "../request/auth.ts"
import { nodeOf } from "../request/exchange.ts"
import { headerActor } from "../request/header-actor.ts"
import { parseInput } from "../request/input.ts"
import { restate } from "../request/other-forms.ts"
import type { Question } from "../request/questions.ts"

/** An operation that answers with one object. */
export type Answering = Exclude<Operation, Download>

/** If a request does not name an actor in any way, the account of its token acts. Other clients name it in `actor`. */
export function nameActor(
  { actor, http }: Operation,
  fields: Record<string, unknown>,
  { name }: Identity,
  { headers }: IncomingMessage,
): void {
  const isSaid =
    headers["upnext-actor"] !== undefined ||
    fields["leaseToken"] !== undefined ||
    fields["actor"] !== undefined
  if (actor === undefined || name === undefined || isSaid || http.path.includes(`{${actor}}`)) return
  fields[actor] ??= name
}

export interface SentBy {
  readonly event: H3Event
  readonly sender: Requester
}

/** @throws invalid_input; task_not_found for an id in the path that no task can have */
export function parseRequest(operation: Answering, fields: Record<string, unknown>, by: SentBy): Question {
  const { input: schema } = operation
  try {
    return { input: parseInput(schema, fields, askerOf(operation, fields, by)) }
  } catch (error) {
    if (!(error instanceof UpnextError && error.code === "invalid_input")) throw error
    requireTaskId(operation, fields)
    const restated = restate(operation, fields)
    if (!restated) throw error
    const asker = askerOf(operation, restated.fields, by)
    const { actor } = parseInput(Acting, { actor: restated.actor }, asker)
    const { warning } = restated
    try {
      return { input: parseInput(schema, restated.fields, asker), sentBy: actor, warning }
    } catch (second) {
      // The first refusal names what would only have been put aside.
      throw warning === undefined ? second : error
    }
  }
}

// --- internal ---

const Acting = z.object({ actor: ActorName.optional() })

/** The name that `me` stands for in a request: the agent of its token, or else the actor that the request names. */
function askerOf(
  { actor }: Operation,
  fields: Readonly<Record<string, unknown>>,
  { event, sender: { who } }: SentBy,
): string | undefined {
  const inField = actor === undefined ? undefined : fields[actor]
  const isNamed = typeof inField === "string" && !isMe(inField)
  return who?.agent ?? (isNamed ? inField : undefined) ?? headerActor(nodeOf(event).req, who) ?? who?.name
}

function requireTaskId({ http }: Operation, { id }: Readonly<Record<string, unknown>>): void {
  if (!http.path.startsWith("/tasks/{id}") || typeof id !== "string" || taskNumber(id.trim()) !== undefined)
    return
  const task = id.slice(0, 100).toWellFormed()
  fail("task_not_found", { detail: `There is no task ${task}: an id looks like T-7.`, facts: { task } })
}
