import { nameKey } from "../wire/names.ts"

/**
 * The scope of a count: the whole board, one agent, one project, one model, or the children of one task. Names do not
 * contain newlines, so two scopes never have the same text.
 */
export const everything = ""

export function agentScope(agent: string): string {
  return `a\n${nameKey(agent)}`
}

export function projectScope(project: string): string {
  return `p\n${project}`
}

/** The children of a task, by its id. */
export function childrenScope(parent: string): string {
  return `c\n${parent}`
}

/** The usage of one model; the empty name is for attempts that did not name a model. */
export function modelScope(model: string | null): string {
  return `m\n${model ?? ""}`
}

/** The agent (as `nameKey`), the project or the model in a scope; undefined if the scope is not of that kind. */
export function nameIn(scope: string, kind: "agent" | "project" | "model"): string | undefined {
  return scope.startsWith(`${kind.slice(0, 1)}\n`) ? scope.slice(2) : undefined
}

/** The projects that have tasks. */
export function projectNames({ statusCounts }: { readonly statusCounts: Scoped }): string[] {
  return [...statusCounts.scopes()].flatMap((scope) => nameIn(scope, "project") ?? [])
}

// --- internal ---

interface Scoped {
  scopes(): Iterable<string>
}
