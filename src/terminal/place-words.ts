import { fail } from "../errors.ts"
import type { Flags, Positional } from "./flag.ts"
import { fullTaskId, isTaskId, quoteText } from "./typed.ts"

/** What was typed after the name of a command. */
export interface TypedWords {
  readonly command: string
  readonly words: readonly string[]
  /** The flags and their values. */
  readonly others: readonly string[]
}

/**
 * The words without a flag, one for each place; text is joined where the command takes it last. Refused are a missing word,
 * a word too many, and text that may be meant as ids.
 */
export function placeWords(
  typed: TypedWords,
  positionals: readonly Positional[],
  flags: Flags,
): readonly string[] {
  const { words } = typed
  const missing = positionals.slice(words.length).find(({ optional }) => !optional)
  if (missing) {
    const choices = missing.choices ? `: ${missing.choices.join(", ")}` : ""
    fail("invalid_input", `<${missing.name}> is missing${choices}.`)
  }
  const last = positionals.at(-1)
  if (last?.isMany && last.isText) return joinText(typed, positionals)
  if (positionals.length === 1 && last?.isMany && last.name === "id") refuseText(typed, flags)
  if (words.length > positionals.length && !positionals.some(({ isMany }) => isMany))
    failExtra(typed, positionals, flags)
  return words
}

// --- internal ---

const isFullId = (word: string) => isTaskId(word) && !/^\d/.test(word)

/** `T1` and `T-1,T-2`: is refused as an id. */
const isNearlyId = (word: string) => !isTaskId(word) && /^t\W?\d/i.test(word)

/** Joins the text, unless a task id at its edge, or quotes around a part of it, say that something else may be meant. */
function joinText(typed: TypedWords, [ids, text]: readonly Positional[]): readonly string[] {
  const { words } = typed
  if (text === undefined) return words.length === 0 ? words : [words.join(" ")]
  const [first = "", ...rest] = words
  if (isNearlyId(first)) return words
  if (!isTaskId(first) && first !== "-")
    fail("invalid_input", {
      detail: `${JSON.stringify(first)} is not a task id such as T-7.`,
      hint: `Name the task first: ${written(typed, ["<id>"], words)}.`,
    })
  const end = rest.findIndex((word) => !isTaskId(word)) + 1
  const count = ids?.isMany !== true ? 1 : end === 0 ? words.length : end
  const [lead, said] = [words.slice(0, count), words.slice(count)]
  const [start = "", last = ""] = [lead.at(-1), said.at(-1)]
  // `T-1 2 tests` may be a text about two tests.
  const isMixed = said.length === 1 && count > 1 && /^\d/.test(start) && !last.includes(" ")
  if (said.length < 2 && !isMixed) return words
  const doubtful = count > 1 ? start : [said[0] ?? "", last].find(isFullId)
  if (doubtful === undefined && !said.some((word) => /\s/.test(word))) return [...lead, said.join(" ")]
  const several = count > 1 ? `, or ${written(typed, lead.map(fullTaskId), said)} for ${count} tasks` : ""
  const why =
    doubtful === undefined ? "" : `: ${JSON.stringify(doubtful)} may be a task, or a part of the text`
  fail("invalid_input", {
    detail: `Text of several words needs quotes here${why}.`,
    hint: `Write ${written(typed, [first], rest)}${several}.`,
  })
}

/** `done T-1 fixed it` of other tools: the text needs its flag. */
function refuseText(typed: TypedWords, flags: Flags): void {
  const at = typed.words.findIndex((word) => !isTaskId(word))
  const [ids, text] = [typed.words.slice(0, at), typed.words.slice(at)]
  if (at < 1 || text.some((word) => isTaskId(word) || isNearlyId(word))) return
  const [word = ""] = text
  const named = text.length > 1 ? undefined : flagFor(word, flags)
  const texts = textFlags.filter((each) => Object.hasOwn(flags, each)).slice(0, 2)
  const names = named === undefined ? texts : [named]
  // One word may be anything.
  if (names.length === 0 || (names.length > 1 && text.length === 1 && !word.includes(" "))) return
  const lines = names.map((name) => written(typed, [...ids, `--${name}`], text))
  fail("invalid_input", {
    detail: `${JSON.stringify(word)} is not a task id such as T-7.`,
    hint: `Text needs a flag: ${lines.join(" or ")}.`,
  })
}

const textFlags = ["title", "comment", "reason", "summary"]

function failExtra(typed: TypedWords, positionals: readonly Positional[], flags: Flags): never {
  const { words } = typed
  const [at, last] = [positionals.length, positionals.at(-1)]
  const detail = `Unexpected argument ${JSON.stringify(words[at] ?? "")}.`
  if (last?.isText)
    fail("invalid_input", {
      detail: `${detail} Text of several words needs quotes.`,
      hint: `Write ${written(typed, words.slice(0, at - 1), words.slice(at - 1))}.`,
    })
  const [extra = ""] = words.slice(at)
  const isName = at === 0 && Object.hasOwn(flags, "name")
  const flag = words.length > at + 1 ? undefined : isName ? "name" : flagFor(extra, flags)
  fail("invalid_input", {
    detail,
    hint: flag && `Write ${written(typed, [...words.slice(0, at), `--${flag}`], [extra])}.`,
  })
}

/** The only flag that a word can be the value of, by its form. */
function flagFor(word: string, flags: Flags): string | undefined {
  const fitting = Object.entries(flags).filter(([name, { kind, choices }]) => {
    if (choices) return name !== "format" && choices.includes(word)
    return kind === "number" ? /^\d+$/.test(word) : kind === "time" && /^\d+[smhdw]$/.test(word)
  })
  return fitting.length === 1 ? fitting[0]?.[0] : undefined
}

/** The command with these words, the text as one argument, and the flags that were typed. */
function written({ command, others }: TypedWords, words: readonly string[], text: readonly string[]): string {
  const shown = words.map((word) => (word === "<id>" ? word : quoteText(word)))
  const secret = others.some((each) => each.startsWith("--token"))
  return `\`upnext ${[command, ...shown, ...asOne(text), ...(secret ? [] : others.map(quoteText))].join(" ")}\``
}

/** A text, with what Taskwarrior takes for tags and fields in it as flags: `"Pay" --tag ops --due friday`. */
function asOne(words: readonly string[]): string[] {
  const said = words.map((word) =>
    word.replace(/^\+(\w\S*)$/, "--tag $1").replace(/^([a-z]+):(\w\S*)$/, "--$1 $2"),
  )
  const text = words.filter((word, i) => word === said[i])
  return [quoteText(text.join(" ")), ...said.filter((each, i) => each !== words[i])]
}
