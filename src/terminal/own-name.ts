import { isMe } from "../domain/wire/names.ts"

/** Whether a field takes the names of agents, so that `me` in it is who types. */
export function namesAgent(field: string): boolean {
  return agentFields.includes(field)
}

/** `me` and `@me`, alone or in a list, are the name of who types. */
export function inOwnName(given: unknown, nameOfMe: () => string): unknown {
  if (Array.isArray(given)) return given.map((each) => inOwnName(each, nameOfMe))
  if (typeof given !== "string") return given
  const name = given.replace(/^@(?=[\w-]+$)/, "")
  return isMe(name) || ["self", "myself"].includes(name) ? nameOfMe() : name
}

// --- internal ---

const agentFields: readonly string[] = [
  "assignee",
  "notAssignee",
  "reviewer",
  "notReviewer",
  "createdBy",
  "needs",
]
