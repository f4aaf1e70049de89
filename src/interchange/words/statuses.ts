import type { Status } from "../../domain/wire/enums.ts"
import { named, type Notes } from "../notes.ts"
import type { ReadWishes } from "../reader.ts"

/** What a name of a status means here. What somebody is at work on comes as `todo`, with its assignee. */
export interface StatusMeaning {
  readonly status: Exclude<Status, "doing">
  readonly isInWork?: boolean
}

/**
 * What the status of a task is here, and a note of it. An unknown one is todo, unless its file says where it belongs.
 * @param isShare the value says whether, or how far, the task is done: a bare number is a percentage
 */
export function meaningOf(
  name: string,
  { statuses: wishes }: ReadWishes,
  notes: Notes,
  otherwise?: StatusMeaning,
  isShare = false,
): StatusMeaning {
  const key = plainName(name)
  if (key === "") return otherwise ?? { status: "todo" }
  const wished = wishOf(wishes, key)
  const word = table.get(key) ?? (cancelled.test(key) ? { status: "cancelled" } : undefined)
  const known = wished ?? word ?? progressIn(name, isShare) ?? otherwise
  const meaning: StatusMeaning = known ?? { status: "todo" }
  const toWork = meaning.isInWork ? ", which somebody is at work on," : ""
  if (known) notes.add("mapped", `{task} with status ${named(name)}${toWork} → ${meaning.status}`)
  else notes.unknownStatus(name, key)
  return meaning
}

/** `TRUE`, `x` and `100%` are done; `no` and `0` are not begun; between them somebody is at work. */
export function progressIn(text: string, isShare: boolean): StatusMeaning | undefined {
  const word = text.trim().toLowerCase()
  if (/^(?:true|yes|y|x|1|\[x\]|[✓✔☑✅]\ufe0f?)$/u.test(word)) return { status: "done" }
  if (/^(?:false|no|n|0|\[ ?\]|☐)$/u.test(word)) return { status: "todo" }
  const [, number, sign] = /^(\d{1,3}(?:[.,]\d{1,9})?)\s*(%?)$/.exec(word) ?? []
  if (number === undefined || (sign === "" && !isShare)) return undefined
  const share = Number(number.replace(",", "."))
  if (share === 0) return { status: "todo" }
  return share === 100 || (share === 1 && sign === "") ? { status: "done" } : share < 100 ? inWork : undefined
}

/** `Won't do`, `Duplicate`: what is closed so is not done. */
export function soundsCancelled(name: string): boolean {
  return cancelled.test(plainName(name))
}

/** Whether a word of a person names a status of the board. */
export function isStatusWord(word: string): boolean {
  return table.has(plainName(word)) || soundsCancelled(word)
}

/** `In Progress`, `in_progress`, `IN-PROGRESS` and `🚧 In progress` are one name. */
export function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[\s_-]+/g, " ")
    .trim()
  return plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || plain
}

// --- internal ---

const cancelled = /^(won'?t\b|cancel|duplicate|abandon|reject|not planned|obsolete|invalid$)/

const inWork: StatusMeaning = { status: "todo", isInWork: true }
const groups: readonly (readonly [StatusMeaning, string])[] = [
  [{ status: "todo" }, "todo|to do|open|new|backlog|triage|pending|ready|planned|unstarted|not started"],
  [{ status: "todo" }, "reopened|selected for development|accepted|icebox|next|up next"],
  [inWork, "in progress|doing|started|in development|wip|work in progress|hooked|working|active"],
  [{ status: "blocked" }, "blocked|on hold|waiting|paused|deferred|stuck"],
  [{ status: "review" }, "review|in review|code review|ready for review|peer review|under review"],
  [{ status: "done" }, "done|closed|completed|complete|resolved|fixed|finished|shipped|merged|released"],
]
const table = new Map(
  groups.flatMap(([meaning, names]) => names.split("|").map((name) => [name, meaning] as const)),
)

function wishOf(wishes: ReadWishes["statuses"], key: string): StatusMeaning | undefined {
  for (const [name, wish] of wishes ?? []) {
    if (plainName(name) !== key) continue
    const wished = plainName(wish)
    return table.get(wished) ?? (cancelled.test(wished) ? { status: "cancelled" } : undefined)
  }
  return undefined
}
