import type { Documented } from "./model.ts"

export const tags: Readonly<Record<string, string>> = {
  task: "Put tasks in, take them, work on them, finish them",
  reflection: "What was learned by doing tasks",
  agent: "The programs and people who work",
  inbox: "What an agent should read",
  host: "The machines that agents run on",
  team: "All agents together",
  stats: "Work in numbers",
  server: "The server itself: its health, its events, its docs",
}

/** The first word of an operation's name, where it is one of the groups. */
export function tagOf({ name }: Documented): string {
  const [group = ""] = name.split(".")
  return group in tags ? group : "server"
}
