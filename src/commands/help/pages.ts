import { timeHint } from "../../terminal/parse-time.ts"

/** The commands that a newcomer meets, then those that come next. */
export const everyDay = ["add", "list", "next", "claim", "done", "show", "edit"]
export const thereafter = ["comment", "release", "review", "needs", "work", "start", "open"]

export const firstExamples: readonly (readonly [line: string, what: string])[] = [
  ["upnext", "start the server here"],
  ['upnext add "Write the report"', "add a task"],
  ["upnext next --claim", "take what is up next"],
  ['upnext done T-1 --lesson "Mocks hid the bug"', "finish it"],
]

/** All commands by their first words, as `upnext help all` lists them. Those that none of them names come last. */
export const sections: Readonly<Record<string, readonly string[]>> = {
  Work: [
    ...["next", "claim", "verify", "done", "release", "comment", "ask", "answer", "meet"],
    ...["output", "review", "land", "retry", "work", "worktree"],
  ],
  Board: [
    ...["add", "plan", "import", "export", "list", "show", "edit", "attach", "files", "get"],
    ...["cancel", "reopen", "delete", "restore", "undo", "redo", "task", "project"],
  ],
  Report: ["needs", "notify", "digest", "history", "events", "lessons", "stats", "open"],
  Team: ["inbox", "whoami", "agent", "resource", "team", "host"],
  Access: ["login", "logout", "token", "account", "auth"],
  Server: ["start", "stop", "status", "logs", "doctor", "backup", "move", "service"],
  Setup: ["init", "prime", "mcp", "completions"],
}

/** The lines of the first page that name the other commands, each with the sections that it gathers. */
export const lines: Readonly<Record<string, readonly string[]>> = {
  Work: ["Work"],
  Board: ["Board"],
  Report: ["Report"],
  Team: ["Team", "Access"],
  Server: ["Server", "Setup"],
}

/** One screen about one subject. */
export interface Topic {
  readonly summary: string
  readonly commands: readonly string[]
  readonly about: readonly string[]
  readonly examples: readonly (readonly [line: string, what: string])[]
}

export const topics: Readonly<Record<string, Topic>> = {
  agents: {
    summary: "Coding agents on one board",
    commands: ["init", "prime", "mcp", "next", "claim", "done", "release", "work", "whoami", "agent"],
    about: [
      "`upnext init --agents` writes AGENTS.md, a skill and an MCP entry into a repository, for the agents found there.",
      "An agent's name comes from --agent, UPNEXT_AGENT, or the coding agent that runs the command. Each session under a name has its own tasks; `upnext whoami` shows the name and the session.",
      "A claim holds a task for 30 minutes, or for the time given with --lease; the holder's comments and edits renew the claim. When the claim expires, the task is offered again.",
    ],
    examples: [
      ["init --agents", "shows what the command would write, then asks"],
      ["next --claim --wait", "wait for a task and take it"],
      ["work -- ./do-the-work", "run a command for each task"],
    ],
  },
  checks: {
    summary: "Commands that prove a task is done",
    commands: ["verify", "done", "meet", "review"],
    about: [
      'A check is a named command in the repository, defined in .upnext.json: `{ "checks": { "test": "npm test" } }`. A task names the checks that prove it is done; the board never runs checks.',
      "A check's result counts only for the files that the check ran on. The result is stale once those files change or the task is claimed again. A criterion that ends with `(check: test)` can be met only by that check.",
      "The check definitions that count are those committed to the branch that the work lands in. Upnext asks before it runs a repository's checks for the first time.",
    ],
    examples: [
      ['add "Fix the login" --check test', "a task with a check"],
      ["verify", "run the checks of the task that you hold"],
      ['done T-1 --verify --lesson "…"', "finish it if they all pass"],
    ],
  },
  trees: {
    summary: "A git worktree and a branch for each attempt",
    commands: ["claim", "work", "worktree", "done", "land"],
    about: [
      "With --worktree, each attempt has its own branch, and its own files in a directory next to the repository. The next attempt continues where the last one ended.",
      "`upnext land` adds finished work to its base as one commit per task, once the task's checks have passed on exactly that commit.",
      "`upnext worktree clean` removes the trees of tasks that have landed. The commits of these trees stay under refs/upnext/.",
    ],
    examples: [
      ["claim --worktree", "take a task in a tree of its own"],
      ["work --jobs 3 --worktree -- ./do-the-work", "three attempts at once"],
      ["land", "land all finished work"],
    ],
  },
  teams: {
    summary: "Share a board: access, resources, pauses",
    commands: ["agent", "team", "resource", "inbox", "host", "token", "account", "login", "auth"],
    about: [
      "No authentication is required on this machine. The first token, which is an admin's, turns authentication on; from then on every command requires a token.",
      "A resource has a capacity. A task that needs a full resource waits; `upnext next` offers the task when the resource has room. `agent describe --skill` records what an agent can do.",
      "`upnext agent pause` and `upnext team pause` stop new work from being offered. Work in progress continues.",
    ],
    examples: [
      ["token create --name ci --agent ann", "a token for an agent"],
      ["agent describe ann --skill gpu", "what an agent can do"],
      ["resource set gpu --capacity 2", "two tasks may use it at once"],
    ],
  },
  import: {
    summary: "Plans, and tasks from other tools",
    commands: ["import", "plan", "export", "undo"],
    about: [
      "`upnext import` reads CSV, JSON and Markdown files, and other tools' folders, such as .beads, backlog and .taskmaster. Importing the same file again changes nothing; `upnext undo` undoes the whole import.",
      "`upnext plan` adds a Markdown plan in one step: a heading is a task, and a checkbox under it is a child task.",
      "`upnext export` writes JSON lines, CSV or Markdown. See `upnext import --help` and docs/import.md.",
    ],
    examples: [
      ["import .beads", "the tasks of another tool"],
      ["plan plan.md", "a plan"],
      ["export -o tasks.csv", "all tasks for a spreadsheet"],
    ],
  },
  server: {
    summary: "A board's server",
    commands: ["start", "stop", "status", "logs", "doctor", "backup", "move", "service", "open"],
    about: [
      "`upnext` alone starts the server at http://127.0.0.1:4445 and keeps everything in ~/.upnext, or in the directory given with --home. Ctrl-C stops the server; no acknowledged change is lost. Where that server runs already, `upnext` shows its status.",
      "A command uses --url, else UPNEXT_URL, else the `url` of .upnext.json, else the server that uses the data directory.",
    ],
    examples: [
      ["start --detach", "in the background"],
      ["service install", "at each login"],
      ["backup board.tar.gz", "copy the board while it runs"],
    ],
  },
  scripting: {
    summary: "Upnext in shell scripts",
    commands: ["next", "claim", "list", "events", "work"],
    about: [
      "Exit status: 0 done, 1 failed or refused by the board, 2 mistyped, 3 nothing is ready or nothing to verify, 4 the server cannot be reached. `upnext work --once` exits with 75 if the agent hit a limit.",
      '`--format id` prints only ids, and `--format tsv` prints the columns named by --fields, with tabs between them, both for all entries; otherwise a list has 50 entries unless --limit is given, and a note says if there are more. `--json` prints the response; after a write, it prints only what is new unless `--full` is given. `--json=id,title` prints only these fields. Results go to standard output, everything else, such as "Nothing is ready.", to standard error.',
      "`comment`, `answer`, `ask`, `meet`, `review`, `list` and `lessons` take text without quotes, after the ids. The text of a comment or an answer needs quotes if it begins or ends with an id. Other text always needs quotes: in a title, a mistyped flag would not be noticed.",
      "Most commands accept several ids. If the command fails for one id, it still runs for the others, and the exit status is 1.",
    ],
    examples: [
      ["next --claim --wait 10m --format id", "for shell loops"],
      ["list --tag ui --format id | xargs upnext edit --priority P1", "edit the tasks that a list finds"],
      ["events --json", "one line for each event, as it happens"],
    ],
  },
  times: {
    summary: "How times and durations are written",
    commands: [],
    about: [
      `A time is ${timeHint}, or ISO 8601. A duration is a number with a unit: 90s, 30m, 2h, 3d, 1w. A duration counts from now, either forward (\`--due-at 2h\`) or backward (\`--since 2h\`).`,
      "A time without an offset is in the time zone of this shell; the output shows the offset. A day alone means the beginning of that day, or the end with --due-at.",
      "A weekday or a time of day alone means the next one, so `fri 17:00` on a Friday at 18:00 is a week later. With a flag that looks back, a weekday or a time of day means the last one.",
      "When the clocks change, a time that is skipped moves forward by the length of the gap. If a time occurs twice, the first occurrence counts.",
    ],
    examples: [
      ['add "Pay the invoice" --due-at "fri 17:00"', "due on Friday"],
      ["list --sort -updated --since 2h", "changed in the last two hours"],
    ],
  },
}
