/** The names of flags and places that a flag of another tool may mean, the likeliest first. Without dashes, in kebab-case. */
export function flagsMeant(name: string): readonly string[] {
  return lookUp(flagTable, name)?.split(", ") ?? []
}

/** A flag that stands for a flag and its value, as these: `--mine` is `--assignee me`. */
export function flagAndValueMeant(name: string): readonly [flag: string, value: string] | undefined {
  return Object.hasOwn(wholeFlags, name) ? wholeFlags[name] : undefined
}

/** What to write in place of a flag that no flag of ours is like; undefined for any other. */
export function sayFlag(name: string): string | undefined {
  return lookUp(sentences, name)
}

/** What a flag does to a list by its name: `--add-label bug` is `--tag +bug`. */
export function signOf(name: string): string {
  return name.startsWith("add-") ? "+" : name.startsWith("remove-") ? "-" : ""
}

/** Whether a flag asks for what is so anyway. */
export function isNeedless(name: string): boolean {
  return ["plain", "no-input", "no-pager", "peek"].includes(name)
}

// --- internal ---

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(table).find(([names]) => names.split(", ").includes(name))?.[1]
}

const sentences: Readonly<Record<string, string>> = {
  "type, t, issue-type, kind": "Tasks have no type; use a tag instead: `--tag bug`. The title is --title.",
  "remove-ac, remove-criterion": "`--criterion -<number>` removes a criterion.",
  "check-ac, uncheck-ac": "`upnext meet T-1 1` checks a criterion off.",
  "clear-due-date, clear-due, clear-parent, clear-deps, unassign, no-assignee, remove-assignee":
    'An empty value clears a field: `--due-at ""`. `--assignee unassigned` clears the assignee.',
  "by, on, blocked-on, needs": "`upnext edit T-1 --blocked-by +T-2` makes T-1 wait for T-2.",
  blocks: "`upnext edit T-2 --blocked-by +T-1` makes T-2 wait for T-1.",
  "blocked, waiting":
    "`--status blocked` finds tasks that are waiting for an answer; `--blocked-by T-2` finds those that are waiting for T-2. `upnext list --no-ready` finds both.",
  open: "No flag is needed: the dashboard opens in the browser.",
  "claim, start": "`upnext claim T-1` takes a task; `upnext next --claim` takes the next one.",
  "approve, request-changes, reject":
    "Write `upnext review T-1 approve`, or `upnext review T-1 request-changes`.",
  web: "`upnext open T-1` shows the task in the browser.",
  "comments, no-comments": "`upnext show T-1` always shows the comments.",
  "history, events": "`upnext history T-1` shows what happened to the task.",
  "milestone, sprint, cycle, team": "Tasks are grouped by --parent, --tag and --project.",
  "body-file, description-file, F":
    "A `-` in place of text reads it from standard input: `--description -`, `upnext comment T-1 -`.",
  "reverse, r-sort": "A `-` before the order reverses it: `--sort -created`.",
  "due, due-before, due-by, deadline": "`--overdue` finds what is late; `--sort due` puts the soonest first.",
  "o, output": "`--json` prints JSON; `--format id` prints only ids.",
  force: "`--yes` skips the question.",
  plan: "Describe the work in --description; `upnext plan` adds steps as tasks.",
  format: "`--json` prints JSON; `upnext export --format csv` prints tasks as CSV.",
  draft: "`--status blocked` keeps a task from being offered.",
  "columns, fields": "`--json id,title` chooses fields.",
  "label-any, labels-any": "`--tag a,b` finds tasks that carry all of them.",
  "title-contains, title-search": "`upnext list login page` searches for these words.",
  fix: "`upnext doctor` changes nothing; each line says what to do.",
  "lesson, reflection": '`upnext done T-1 --lesson "…"` records a lesson.',
  tree: "`upnext list --tree` draws the tree.",
  jq: "`--json id,title` is for jq; `--format id` prints ids.",
  "w, watch, follow": "`upnext events` prints what is happening.",
  in: "The search covers all texts.",
  n: "`upnext list --ready -n 3` lists several tasks that can be started.",
  "add-assignee": "A task has one assignee: `--assignee ann` replaces the previous one.",
  current: "`upnext whoami` shows what you hold.",
  "append, append-notes, prepend":
    "`upnext comment T-1` adds text as a comment; --description replaces the description.",
  "final-summary": "`upnext done T-1 --summary` records the result.",
  days: "`--since 30d` looks back 30 days.",
  "week, month, today": "`--since 7d` looks back a week.",
  count: "`upnext status` counts the tasks; `-n 10` lists ten.",
  "quiet, silent, verbose": "`--format id` prints only ids; `upnext show T-1` prints everything.",
  "delete, remove": "`upnext delete T-1` deletes a task. Comments stay.",
  "by-status": "`upnext status` counts the tasks of each status.",
  "external-ref, url, link": 'Other data goes into `--metadata \'{"link": "…"}\'`.',
  reviewer: "`upnext edit T-1 --reviewer ann` sets the reviewer.",
  "file, from-file": "`upnext plan plan.md` adds a task for each line of a list.",
  cascade: "Only the task is deleted; its children stay.",
  input: "The file needs no flag: `upnext import backup.jsonl`.",
  "prefix, defaults": "Nothing needs to be set up first: `upnext start`, then `upnext add`.",
}

/** By the names elsewhere: the flags and places that they may mean. */
export const flagTable: Readonly<Record<string, string>> = {
  "l, label, labels, tags, add-label, add-tag, add-labels, remove-label, remove-tag, remove-labels": "tag",
  "d, desc, body, b": "description, content, comment, reason, summary",
  "m, message, c, comment, reason, note, notes, text": "content, comment, reason, summary, description",
  "a, assign, owner, for": "assignee, lease",
  to: "output, assignee, lease",
  "p, pri, prio, y": "priority",
  "s, state": "status",
  "due, deadline, due-date": "due-at",
  "after, depends-on, dep, deps, depends, add-blocked-by, remove-blocked-by": "blocked-by",
  "ac, acceptance, acceptance-criteria, criteria, done-criteria, done-when": "criterion",
  "discovered-from, from": "found-in",
  estimate: "eta",
  "reflection, reflections": "lesson",
  "no-reflection": "no-lesson",
  "days, updated-since, created, created-after, created-since, modified, updated": "since",
  "defer, wait-until, scheduled": "not-before",
  "query, grep, keyword": "search",
  "author, creator, reporter": "created-by",
  "max, max-results, L": "limit",
  summary: "title",
  "subtask-of, epic": "parent",
  P: "parent, project",
  "order, order-by": "sort",
  "user, actor, as": "agent",
  "background, daemon": "detach",
  "server, endpoint, address": "url",
}

/** Flags that stand for a flag and its value. */
const wholeFlags: Readonly<Record<string, readonly [flag: string, value: string]>> = {
  mine: ["assignee", "me"],
  unassigned: ["assignee", "unassigned"],
  open: ["status", "open"],
  closed: ["status", "closed"],
  completed: ["status", "done"],
  done: ["status", "done"],
}
