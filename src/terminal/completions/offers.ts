import { eventTypes, fieldNames } from "../../client/offered-names.ts"
import type { Flag } from "../flag.ts"
import type { LiveList } from "./names.ts"

/** What a shell can offer for a value: words, or what it has to look up itself. */
export type Offer = readonly string[] | "directory" | "file" | LiveList

interface Value {
  readonly name: string
  readonly value?: string
  readonly choices?: readonly string[] | undefined
}

/** @param reads the operation whose fields the command can choose from */
export function offerFor({ name, value, choices }: Value, reads = ""): Offer | undefined {
  if (choices) return choices
  if (name === "type") return eventTypes
  if (name === "fields" || value === "fields") return fieldNames[reads]
  if (name === "file") return "file"
  return value === "directory" ? "directory" : liveValues[name]
}

/** A criterion that is given without a flag is one that the task has; `--criterion` says a new one. */
export function offerForArgument(argument: Value): Offer | undefined {
  return argument.name === "criterion" ? "criteria" : offerFor(argument)
}

/** Whether `a,b` are two values of a flag. */
export function takesCommas({ name, kind, choices, splits }: Flag & { readonly name: string }): boolean {
  return splits === true || (kind === "list" && choices !== undefined) || withCommas.includes(name)
}

export const isWords = (offer: Offer | undefined): offer is readonly string[] => Array.isArray(offer)

// --- internal ---

const withCommas: readonly string[] = ["fields", "json", "type"]

/** What the server knows of a flag or an argument, by its name. */
const liveValues: Readonly<Record<string, LiveList>> = {
  id: "tasks",
  "blocked-by": "tasks",
  task: "tasks",
  parent: "tasks",
  "found-in": "tasks",
  met: "criteria",
  project: "projects",
  "not-project": "projects",
  tag: "tags",
  "not-tag": "tags",
  agent: "agents",
  assignee: "agents",
  reviewer: "agents",
  "not-assignee": "agents",
  "not-reviewer": "agents",
  "created-by": "agents",
  needs: "agents",
  name: "agents",
  account: "accounts",
  by: "accounts",
  "token-id": "tokens",
}
