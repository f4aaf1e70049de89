#!/usr/bin/env node
import type { Root } from "./terminal/command.ts"
import { main } from "./terminal/main.ts"

const root: Root = {
  summary: "hands out work to agents and people: what is up next for me?",
  commands: {
    start: async () => (await import("./commands/start.ts")).default,
    init: async () => (await import("./commands/init.ts")).default,
    status: async () => (await import("./commands/status.ts")).default,
    whoami: async () => (await import("./commands/whoami.ts")).default,
    logs: async () => (await import("./commands/logs.ts")).default,
    stop: async () => (await import("./commands/stop.ts")).default,
    move: async () => (await import("./commands/move.ts")).default,
    doctor: async () => (await import("./commands/doctor.ts")).default,
    inbox: async () => (await import("./commands/inbox.ts")).default,
    prime: async () => (await import("./commands/prime.ts")).default,
    history: async () => (await import("./commands/history.ts")).default,
    reflections: async () => (await import("./commands/reflections.ts")).default,
    stats: async () => (await import("./commands/stats.ts")).default,
    open: async () => (await import("./commands/open.ts")).default,
    completions: async () => (await import("./commands/completions.ts")).createCompletions(root),
    events: async () => (await import("./commands/events.ts")).default,
    mcp: async () => (await import("./commands/mcp.ts")).default,
    plan: async () => (await import("./commands/plan.ts")).default,
    work: async () => (await import("./commands/work/index.ts")).default,
  },
  groups: {
    task: async () => (await import("./commands/task/index.ts")).default,
    team: async () => (await import("./commands/team/index.ts")).default,
    agent: async () => (await import("./commands/agent/index.ts")).default,
    host: async () => (await import("./commands/host/index.ts")).default,
  },
  aliases: {
    add: "task add",
    next: "task next",
    list: "task list",
    show: "task show",
    claim: "task claim",
    done: "task done",
    comment: "task comment",
  },
}

void main(root, process.argv.slice(2))
