import { anonymous, isSameName, unassigned } from "../domain/wire/names.ts"
import { nearest } from "../nearest.ts"
import type { Client } from "./client.ts"
import type { ClientCall } from "./command-shape.ts"
import { line } from "./output.ts"
import { asTyped } from "./typed.ts"

/** The filters that name agents and projects. */
type NamesAsked = Pick<
  ClientCall<"task.list">["input"],
  "assignee" | "reviewer" | "createdBy" | "needs" | "project" | "at"
>

/** A sentence for each agent and project that a filter, or the settings, name and that is not there now. */
export async function unknownNames({
  client,
  input,
  flags,
}: {
  readonly client: Client
  readonly input: NamesAsked
  readonly flags: Readonly<Record<string, unknown>>
}): Promise<string[]> {
  // The names of the past are others.
  if (input.at !== undefined) return []
  const { assignee, reviewer, createdBy, needs } = input
  const agents = [assignee, reviewer, createdBy, needs].flatMap(textsIn)
  return [
    ...(await unknownOf("agent", agents, () => agentNames(client))),
    ...(await unknownOf(
      "project",
      textsIn(input.project),
      () => projectNames(client),
      flags["project"] === undefined,
    )),
  ]
}

// --- internal ---

async function unknownOf(
  what: string,
  given: readonly string[],
  ask: () => Promise<readonly string[] | undefined>,
  isOfSettings = false,
): Promise<string[]> {
  const known = given.length === 0 ? undefined : await ask()
  if (!known) return []
  const isKnown = (name: string) =>
    known.some((each) => (what === "agent" ? isSameName(each, name) : each === name))
  return given
    .filter((name) => name !== "" && !isKnown(name))
    .map((name) => {
      // It is where new tasks go, so there is no mistake.
      if (isOfSettings)
        return asTyped(`There is no task in the project ${line(name)} yet: \`upnext add "…"\` adds one.`)
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

export function textsIn(given: unknown): string[] {
  return [given].flat().filter((each): each is string => typeof each === "string")
}
