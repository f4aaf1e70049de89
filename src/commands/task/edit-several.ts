import { isRefusedByServer, toClientError } from "../../client/client-error.ts"
import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { mostAtOnce } from "../../domain/wire/tasks/batch-form.ts"
import { errors, UpnextError, type ErrorCode } from "../../errors.ts"

type EditOutcome = OutputOf<"task.edit"> | UpnextError

/**
 * Makes the same edit of several tasks, with as few requests as it takes. Resolves when the first one is answered, with a
 * function that gives the answer for each id, in their order, or throws why that task was refused.
 */
export async function editSeveral(client: Client, input: InputOf<"task.edit">, ids: readonly string[]) {
  const { id: _, leaseToken: _token, session, ...changes } = input
  const outcomes = new Map<string, EditOutcome>()
  async function ask(part: readonly string[]): Promise<void> {
    const { tasks, refused } = await client.task
      .editMany({ ids: [...part], changes, ...(session !== undefined && { session }) })
      .catch((error: unknown) => {
        throw withoutPrefix(error)
      })
    for (const task of tasks) outcomes.set(task.id, { task })
    for (const each of refused) outcomes.set(each.id, refusalOf(each))
  }
  await ask(ids.slice(0, mostAtOnce))
  return async (id: string): Promise<OutputOf<"task.edit">> => {
    const at = ids.indexOf(id)
    if (!outcomes.has(id)) await ask(ids.slice(at, at + mostAtOnce))
    const outcome = outcomes.get(id)
    if (outcome === undefined || outcome instanceof UpnextError)
      throw outcome ?? new UpnextError("internal", { detail: `The response does not mention ${id}.` })
    return outcome
  }
}

// --- internal ---

/** As if the task had been changed alone. */
function refusalOf({ code, detail, facts, errors: issues }: OutputOf<"task.editMany">["refused"][number]) {
  const known = Object.hasOwn(errors, code) ? errors[code as ErrorCode] : errors.internal
  return toClientError({
    type: `/docs#${code}`,
    title: known.title,
    status: known.status,
    detail,
    code: code as ErrorCode,
    hint: "",
    ...(facts && { facts }),
    ...(issues && { errors: issues }),
  })
}

/** A flag is named after its field, whether one task or several are changed. */
function withoutPrefix(error: unknown): unknown {
  if (!(error instanceof UpnextError) || !isRefusedByServer(error) || !error.errors) return error
  const issues = error.errors.map((issue) => ({ ...issue, path: issue.path.replace(/^changes\./, "") }))
  return toClientError({ ...error.problem, errors: issues })
}
