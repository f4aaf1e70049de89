#!/usr/bin/env node
import { main, type Root } from "./commands/main.ts"

const client = () => import("./commands/client-commands.ts")

const root: Root = {
  summary: "hands out work to agents and people: what is up next for me?",
  commands: {
    start: async () => (await import("./commands/start.ts")).default,
    init: async () => (await import("./commands/init.ts")).default,
    status: async () => (await client()).status,
    stop: async () => (await client()).stop,
    doctor: async () => (await import("./commands/doctor.ts")).default,
    inbox: async () => (await client()).inbox,
    history: async () => (await client()).history,
    reflections: async () => (await client()).reflections,
    stats: async () => (await client()).stats,
    open: async () => (await client()).open,
    completions: async () => (await import("./commands/completions.ts")).createCompletions(root),
    events: async () => (await client()).events,
    work: async () => (await client()).work,
  },
  groups: {
    task: async () => (await client()).task,
    team: async () => (await client()).team,
    agent: async () => (await client()).agent,
    host: async () => (await client()).host,
  },
}

await main(root, process.argv.slice(2))
