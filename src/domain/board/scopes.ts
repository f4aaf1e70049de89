import { nameKey } from "../wire/names.ts"

/**
 * What a count is about: the whole board, one agent, one project, or the children of one task. Names hold no newline, so two scopes never look
 * the same.
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

/** The agent (as `nameKey`) or the project in a scope; undefined if the scope is not of that kind. */
export function nameIn(scope: string, kind: "agent" | "project"): string | undefined {
  return scope.startsWith(kind === "agent" ? "a\n" : "p\n") ? scope.slice(2) : undefined
}
