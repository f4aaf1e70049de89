import { defineCommand, type CommandDef, type SubCommandsDef } from "citty"
import { startFlags } from "./commands/start/flags.ts"
import { toArgs } from "./terminal/args.ts"
import { common } from "./terminal/common-flags.ts"
import { runProgram, type HelpParts } from "./terminal/main.ts"
import { version } from "./version.ts"

/** The commands on tasks. Each command also works without the word `task`. */
const taskCommands = {
  add: async () => (await import("./commands/task/add.ts")).default,
  next: async () => (await import("./commands/task/next.ts")).default,
  claim: async () => (await import("./commands/task/claim.ts")).default,
  list: async () => (await import("./commands/task/list.ts")).default,
  show: async () => (await import("./commands/task/show.ts")).default,
  edit: async () => (await import("./commands/task/edit.ts")).default,
  meet: async () => (await import("./commands/task/meet.ts")).default,
  comment: async () => (await import("./commands/task/comment.ts")).default,
  ask: async () => (await import("./commands/task/ask.ts")).default,
  answer: async () => (await import("./commands/task/answer.ts")).default,
  attach: async () => (await import("./commands/task/attach.ts")).default,
  files: async () => (await import("./commands/task/files.ts")).default,
  get: async () => (await import("./commands/task/get.ts")).default,
  output: async () => (await import("./commands/task/output.ts")).default,
  retry: async () => (await import("./commands/task/retry.ts")).default,
  release: async () => (await import("./commands/task/release.ts")).default,
  done: async () => (await import("./commands/task/done.ts")).default,
  review: async () => (await import("./commands/task/review.ts")).default,
  cancel: async () => (await import("./commands/task/cancel.ts")).default,
  reopen: async () => (await import("./commands/task/reopen.ts")).default,
  delete: async () => (await import("./commands/task/delete.ts")).default,
  restore: async () => (await import("./commands/task/restore.ts")).default,
}

// `check` is the old name of `meet`.
const task = group("task", "The commands for tasks, which also work without `task`", {
  ...taskCommands,
  check: taskCommands.meet,
})

const team = group("team", "Pause or resume all agents", {
  pause: async () => (await import("./commands/team/pause.ts")).default,
  resume: async () => (await import("./commands/team/resume.ts")).default,
  seed: async () => (await import("./commands/team/seed.ts")).default,
})

const agent = group("agent", "Agents that do the work", {
  list: async () => (await import("./commands/agent/list.ts")).default,
  show: async () => (await import("./commands/agent/show.ts")).default,
  pause: async () => (await import("./commands/agent/pause.ts")).default,
  resume: async () => (await import("./commands/agent/resume.ts")).default,
  describe: async () => (await import("./commands/agent/describe.ts")).default,
  delete: async () => (await import("./commands/agent/delete.ts")).default,
})

const resource = group("resource", "Shared resources with limited capacity", {
  list: async () => (await import("./commands/resource/list.ts")).default,
  set: async () => (await import("./commands/resource/set.ts")).default,
  close: async () => (await import("./commands/resource/close.ts")).default,
  open: async () => (await import("./commands/resource/open.ts")).default,
})

const worktree = group("worktree", "The git worktrees of attempts", {
  list: async () => (await import("./commands/worktree/list.ts")).default,
  current: async () => (await import("./commands/worktree/current.ts")).default,
  clean: async () => (await import("./commands/worktree/clean.ts")).default,
})

const host = group("host", "Machines of agents", {
  list: async () => (await import("./commands/host/list.ts")).default,
})

const project = group("project", "Groups of tasks", {
  list: async () => (await import("./commands/project/list.ts")).default,
})

const account = group("account", "Who may do what", {
  list: async () => (await import("./commands/account/list.ts")).default,
  show: async () => (await import("./commands/account/show.ts")).default,
  create: async () => (await import("./commands/account/create.ts")).default,
  edit: async () => (await import("./commands/account/edit.ts")).default,
  delete: async () => (await import("./commands/account/delete.ts")).default,
})

const token = group("token", "Tokens of accounts", {
  create: async () => (await import("./commands/token/create.ts")).default,
  list: async () => (await import("./commands/token/list.ts")).default,
  revoke: async () => (await import("./commands/token/revoke.ts")).default,
  rotate: async () => (await import("./commands/token/rotate.ts")).default,
})

const auth = group("auth", "The board's authentication", {
  off: async () => (await import("./commands/auth/off.ts")).default,
})

const notify = group("notify", "Messages about what is waiting for people", {
  test: async () => (await import("./commands/notify/test.ts")).default,
})

/** Without a subcommand, `upnext backup` runs `create`. */
const backup = {
  ...group("backup", "Back up and restore the board", {
    create: async () => (await import("./commands/backup/create.ts")).default,
    restore: async () => (await import("./commands/backup/restore.ts")).default,
  }),
  default: "create",
}

const service = group("service", "Start the server at each login", {
  install: async () => (await import("./commands/service/install.ts")).default,
  uninstall: async () => (await import("./commands/service/uninstall.ts")).default,
  status: async () => (await import("./commands/service/status.ts")).default,
})

const program: CommandDef = defineCommand({
  meta: {
    name: "upnext",
    version,
    description: "hands out work to agents and people: what is up next for me?",
  },
  args: toArgs({ ...common, ...startFlags }),
  default: "start",
  subCommands: {
    start: async () => (await import("./commands/start.ts")).default,
    init: async () => (await import("./commands/init.ts")).default,
    status: async () => (await import("./commands/status.ts")).default,
    login: async () => (await import("./commands/login.ts")).default,
    logout: async () => (await import("./commands/logout.ts")).default,
    whoami: async () => (await import("./commands/whoami.ts")).default,
    stop: async () => (await import("./commands/stop.ts")).default,
    move: async () => (await import("./commands/move.ts")).default,
    doctor: async () => (await import("./commands/doctor.ts")).default,
    undo: async () => (await import("./commands/undo.ts")).default,
    redo: async () => (await import("./commands/redo.ts")).default,
    inbox: async () => (await import("./commands/inbox.ts")).default,
    needs: async () => (await import("./commands/needs.ts")).default,
    digest: async () => (await import("./commands/digest.ts")).default,
    prime: async () => (await import("./commands/prime.ts")).default,
    history: async () => (await import("./commands/history.ts")).default,
    lessons: async () => (await import("./commands/lessons.ts")).default,
    stats: async () => (await import("./commands/stats.ts")).default,
    open: async () => (await import("./commands/open.ts")).default,
    completions: async () => (await import("./commands/completions.ts")).createCompletions(program),
    logs: async () => (await import("./commands/logs.ts")).default,
    events: async () => (await import("./commands/events.ts")).default,
    mcp: async () => (await import("./commands/mcp.ts")).default,
    plan: async () => (await import("./commands/plan.ts")).default,
    import: async () => (await import("./commands/import.ts")).default,
    export: async () => (await import("./commands/export.ts")).default,
    verify: async () => (await import("./commands/verify.ts")).default,
    land: async () => (await import("./commands/land.ts")).default,
    work: async () => (await import("./commands/work.ts")).default,
    task,
    team,
    agent,
    resource,
    worktree,
    host,
    project,
    account,
    token,
    auth,
    backup,
    notify,
    service,
    ...taskCommands,
  },
})

const help: HelpParts = {
  async printPage(words) {
    const { pages } = await import("./commands/help-parts.ts")
    return (await pages()).printPage(program, words)
  },
  async guesses() {
    const { guesses } = await import("./commands/help-parts.ts")
    return guesses()
  },
}

void runProgram(program, help, process.argv.slice(2))

// --- internal ---

function group(name: string, description: string, subCommands: SubCommandsDef): CommandDef {
  return defineCommand({ meta: { name, description }, subCommands })
}
