import { statuses } from "../../domain/wire/enums.ts"
import { UpnextError } from "../../errors.ts"
import type { ClientCall } from "../../terminal/command-shape.ts"
import { note } from "../../terminal/output.ts"
import { isForProgram } from "../../terminal/rows.ts"
import { asTyped, quote } from "../../terminal/typed.ts"
import { textsIn, unknownNames } from "../../terminal/unknown-names.ts"

export { unknownNames }

/**
 * What the text says in place of an empty list: of what there is none, and which agents and projects are not there. Where
 * a program reads the list, standard error gets the latter.
 * @throws task_not_found for a filter with the id of a task that never was
 */
export async function whyNothing(
  call: ClientCall<"task.list">,
  isOpenOnly: boolean,
): Promise<{ readonly nothing?: string }> {
  await requireTasks(call)
  if (call.flags["json"] === true) return {}
  const unknown = await unknownNames(call)
  if (!isForProgram(call.flags))
    return { nothing: [...unknown, noneOf(call, isOpenOnly), ...(await nameMeant(call))].join(" ") }
  for (const each of unknown) note(each)
  return {}
}

// --- internal ---

async function requireTasks({ client, input }: ClientCall<"task.list">): Promise<void> {
  if (input.at !== undefined) return
  for (const id of [input.ids, input.parent, input.discoveredFrom].flatMap(textsIn))
    await client.task.read({ id, fields: ["id"] }).catch((error: unknown) => {
      if (error instanceof UpnextError && error.code === "task_not_found") throw error
    })
}

/** Fields that filter nothing. */
const ofPage: readonly string[] = ["limit", "cursor", "sort", "at", "fields"]

function noneOf({ input, flags, again }: ClientCall<"task.list">, isOpenOnly: boolean): string {
  const filters = Object.keys(input).filter((name) => !ofPage.includes(name))
  if (input.ready === true) {
    const who = filters.length === 1 ? "No open task" : "None of the open tasks that match"
    return asTyped(`${who} is ready. \`upnext next --explain${scopeOf(flags)}${again}\` says why.`)
  }
  const match = filters.length === 0 ? "" : " match"
  if (statuses.some((status) => status === input.q))
    return asTyped(`No tasks match. Did you mean a status? \`upnext list --status ${input.q}${again}\``)
  if (input.q === "all") return asTyped(`No tasks match. Did you mean \`upnext list --all${again}\`?`)
  // Finished tasks are neither stuck nor late.
  if (input.stuck === true || input.overdue === true) return `No open tasks${match}.`
  return isOpenOnly
    ? `No open tasks${match}. \`--all\` also shows tasks that are done or cancelled.`
    : `No tasks${match}.`
}

/** The filters that \`next\` has too. */
function scopeOf({ project, tag }: Readonly<Record<string, unknown>>): string {
  const [only = "", ...others] = textsIn(project)
  const projects = only === "" || others.length > 0 ? [] : [`--project ${quote(only)}`]
  return [...projects, ...textsIn(tag).map((each) => `--tag ${quote(each)}`)]
    .map((each) => ` ${each}`)
    .join("")
}

/** A word that no task has may be the name of whoever has tasks, of their project, or a tag. */
async function nameMeant({ client, input, again }: ClientCall<"task.list">): Promise<string[]> {
  const { q } = input
  if (q === undefined || /\s/.test(q) || input.at !== undefined) return []
  for (const field of ["assignee", "project", "tag"] as const) {
    const { total } = await client.task.list({ [field]: [q], limit: 1, compact: true })
    if (total > 0) return [asTyped(`Did you mean a name? \`upnext list --${field} ${quote(q)}${again}\``)]
  }
  return []
}
