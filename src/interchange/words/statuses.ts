import type { Status } from "../../domain/wire/enums.ts"
import { plainName, statusNamed } from "../../domain/wire/words.ts"
import { named, type Notes } from "../notes.ts"
import { foreignStatus } from "./other-languages.ts"
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
  const known = wished ?? meaningNamed(key) ?? progressIn(name, isShare) ?? otherwise
  const meaning: StatusMeaning = known ?? { status: "todo" }
  const toWork = meaning.isInWork ? ", which means in progress," : ""
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

/** Whether the name means a status, to a person or at all. */
export function isKnownStatus(name: string, { statuses }: ReadWishes): boolean {
  return (wishOf(statuses, plainName(name)) ?? meaningNamed(name)) !== undefined
}

/** Whether the name says that what is closed so is not done. */
export function isCancelledWord(word: string): boolean {
  return meaningNamed(word)?.status === "cancelled"
}

/** Whether a word of a person names a status of the board. */
export function isStatusWord(word: string): boolean {
  return meaningNamed(word) !== undefined
}

// --- internal ---

const inWork: StatusMeaning = { status: "todo", isInWork: true }

/** An issue that is open has not begun, and one that is closed is done. */
function meaningNamed(word: string): StatusMeaning | undefined {
  const name = plainName(word)
  const status =
    name === "open" ? "todo" : name === "closed" ? "done" : (statusNamed(name) ?? foreignStatus(word))
  return status === "doing" ? inWork : status && { status }
}

function wishOf(wishes: ReadWishes["statuses"], key: string): StatusMeaning | undefined {
  for (const [name, wish] of wishes ?? []) {
    if (plainName(name) === key) return meaningNamed(wish)
  }
  return undefined
}
