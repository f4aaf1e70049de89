import { openStatuses, statuses, type Priority, type Status } from "./enums.ts"

// The words that people and other tools use for the statuses and priorities of tasks.

/** `In Progress`, `in_progress`, `IN-PROGRESS` and `🚧 In progress` are one name. */
export function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[\u2019`]/g, "'")
    .replace(/[\s_-]+/g, " ")
    .trim()
  return plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || plain
}

/**
 * The status that a word means; undefined for any other word, and for `open` and `closed`, which mean several statuses.
 */
export function statusNamed(word: string): Status | undefined {
  return statusWords.get(plainName(word)) ?? (soundsCancelled(word) ? "cancelled" : undefined)
}

/** `Won't do`, `Duplicate`: what is closed so is not done. */
export function soundsCancelled(word: string): boolean {
  return cancelled.test(plainName(word))
}

/** The statuses that a word in a filter means: one status, or several for `open`, `closed` and `all`. */
export function statusesNamed(word: string): readonly Status[] {
  const status = statusNamed(word)
  return several.get(plainName(word)) ?? (status === undefined ? [] : [status])
}

/** The priority that a word means; null: the word means no priority; undefined: the word is unknown. */
export function priorityNamed(word: string): Priority | null | undefined {
  return priorityWords.get(plainName(word))
}

/** The same for a word in a request, which may also be a number or a letter: `1`, `H`, and the `A` of todo.txt. */
export function priorityMeant(word: string): Priority | undefined {
  return shortPriorities.get(plainName(word)) ?? priorityNamed(word) ?? undefined
}

// --- internal ---

const shortPriorities = byWord<Priority>([
  ["P0", "0|a"],
  ["P1", "1|b|h"],
  ["P2", "2|c|m"],
  ["P3", "3|d|l"],
])

const several = new Map<string, readonly Status[]>([
  ["open", openStatuses],
  ["closed", ["done", "cancelled"]],
  ["all", statuses],
])

const cancelled = /^(won'?t(?:fix)?\b|cancel|duplicate|abandon|reject|not planned|obsolete|invalid$)/

const statusWords = byWord<Status>([
  ["todo", "todo|to do|new|backlog|triage|pending|ready|planned|unstarted|not started"],
  ["todo", "reopen|reopened|selected for development|accepted|icebox|next|up next"],
  ["doing", "in progress|doing|started|in development|wip|work in progress|hooked|working|active"],
  ["blocked", "blocked|on hold|hold|waiting|paused|deferred|stuck"],
  ["review", "review|in review|code review|ready for review|peer review|under review|validating"],
  ["done", "done|completed|complete|resolved|fixed|finished|shipped|merged|released"],
])

const priorityWords = byWord<Priority | null>([
  ["P0", "p0|urgent|highest|critical|blocker|immediate"],
  ["P1", "p1|high|major|important"],
  ["P2", "p2|medium|normal|moderate|mid"],
  ["P3", "p3|low|lowest|minor|trivial"],
  [null, "none|no priority|not set|unset"],
])

function byWord<T>(groups: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(groups.flatMap(([to, words]) => words.split("|").map((word) => [word, to] as const)))
}
