import { isRefusedByServer, toClientError } from "../../client/client-error.ts"
import type { Client } from "../../client/client.ts"
import { statuses } from "../../domain/wire/enums.ts"
import type { ListField } from "../../domain/wire/task-table.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { mostAtOnce } from "../../domain/wire/tasks/batch-form.ts"
import { errors, UpnextError, type ErrorCode } from "../../errors.ts"

export type EditOutcome = OutputOf<"task.edit"> & {
  /** The lists of the task as they were, and where it stood. */
  readonly before?: { readonly [F in ListField]?: readonly string[] | undefined } & {
    readonly [F in PlaceField]?: string
  }
}

/** What each answer to an edit shows. */
export type PlaceField = "status" | "priority"

/**
 * Makes the same edit of several tasks, with as few requests as it takes. Resolves when the first one is answered, with a
 * function that gives the answer for each id, in their order, or throws why that task was refused.
 * @param lists the fields whose previous values are part of the answers
 */
export async function editSeveral(
  client: Client,
  input: InputOf<"task.edit">,
  ids: readonly string[],
  lists: readonly (ListField | PlaceField)[] = [],
) {
  const { id: _, leaseToken: _token, session, ...changes } = input
  const outcomes = new Map<string, EditOutcome | UpnextError>()
  async function ask(part: readonly string[]): Promise<void> {
    const before = await listsOf(client, part, lists)
    const {
      tasks,
      refused,
      unchanged = [],
      notes,
    } = await client.task
      .editMany({ ids: [...part], changes, ...(session !== undefined && { session }) })
      .catch((error: unknown) => {
        throw withoutPrefix(error)
      })
    for (const task of tasks) {
      const old = before.get(task.id)
      outcomes.set(task.id, {
        task,
        ...(unchanged.includes(task.id) && { unchanged: true }),
        ...(old && { before: old }),
        // They are said once, after the last task.
        ...(notes && task === tasks.at(-1) && { notes }),
      })
    }
    for (const each of refused) outcomes.set(each.id, refusalOf(each))
  }
  await ask(ids.slice(0, mostAtOnce))
  return async (id: string): Promise<EditOutcome> => {
    const at = ids.indexOf(id)
    if (!outcomes.has(id)) await ask(ids.slice(at, at + mostAtOnce))
    const outcome = outcomes.get(id)
    if (outcome === undefined || outcome instanceof UpnextError)
      throw outcome ?? new UpnextError("internal", { detail: `The response does not mention ${id}.` })
    return outcome
  }
}

// --- internal ---

async function listsOf(client: Client, ids: readonly string[], lists: readonly (ListField | PlaceField)[]) {
  if (lists.length === 0) return new Map<string, NonNullable<EditOutcome["before"]>>()
  const fields = ["id", ...lists] as const
  const { tasks } = await client.task.list({
    ids: [...ids],
    status: [...statuses],
    fields: [...fields],
    limit: mostAtOnce,
  })
  return new Map(tasks.map((task) => [task.id, task]))
}

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
