import { statuses } from "../../domain/wire/enums.ts"
import { anonymous, isSameName, unassigned } from "../../domain/wire/names.ts"
import { nearest } from "../../nearest.ts"
import type { Client } from "../../terminal/client.ts"
import type { ClientCall } from "../../terminal/command-shape.ts"
import { line } from "../../terminal/output.ts"
import { asTyped, quote } from "../../terminal/typed.ts"

/** What to say in place of an empty list: of what there is none, and which agents and projects are not there. */
export async function whyNothing(call: ClientCall<"task.list">, isOpenOnly: boolean): Promise<string> {
  return [noneOf(call, isOpenOnly), ...(await unknownNames(call)), ...(await nameMeant(call))].join(" ")
}

/** The filters that name agents and projects. */
type NamesAsked = Pick<
  ClientCall<"task.list">["input"],
  "assignee" | "reviewer" | "createdBy" | "needs" | "project" | "at"
>

// --- internal ---

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

/** A sentence for each agent and project that a filter names and that is not there now. */
export async function unknownNames({
  client,
  input,
}: {
  readonly client: Client
  readonly input: NamesAsked
}): Promise<string[]> {
  // The names of the past are others.
  if (input.at !== undefined) return []
  const { assignee, reviewer, createdBy, needs } = input
  const agents = [assignee, reviewer, createdBy, needs].flatMap(textsIn)
  return [
    ...(await unknownOf("agent", agents, () => agentNames(client))),
    ...(await unknownOf("project", textsIn(input.project), () => projectNames(client))),
  ]
}

async function unknownOf(
  what: string,
  given: readonly string[],
  ask: () => Promise<readonly string[] | undefined>,
): Promise<string[]> {
  const known = given.length === 0 ? undefined : await ask()
  if (!known) return []
  const isKnown = (name: string) =>
    known.some((each) => (what === "agent" ? isSameName(each, name) : each === name))
  return given
    .filter((name) => name !== "" && !isKnown(name))
    .map((name) => {
      const meant = nearest(name, known)
      return `There is no ${what} ${line(name)}${meant === undefined ? "." : `; did you mean ${line(meant)}?`}`
    })
}

/** Undefined where there are more than one page: then a name that is not seen may be there all the same. */
async function agentNames(client: Client): Promise<readonly string[] | undefined> {
  const [{ agents, next }, { access }] = await Promise.all([
    client.agent.list({ limit: 500, fields: ["name"] }),
    client.access.read(),
  ])
  const own = [access.agent, access.name].filter((name) => name !== null)
  return next === null ? [...agents.map(({ name }) => name), ...own, unassigned, anonymous] : undefined
}

async function projectNames(client: Client): Promise<readonly string[] | undefined> {
  const { projects, next } = await client.project.list({ limit: 500, fields: ["name"] })
  return next === null ? projects.map(({ name }) => name) : undefined
}

function textsIn(given: unknown): string[] {
  return [given].flat().filter((each): each is string => typeof each === "string")
}
