import { nearest } from "../nearest.ts"
import { verbTable, wordTable } from "./guess-words.ts"
import { fullTaskId, isTaskId, quote } from "./typed.ts"

/** What is meant by words that name no command. */
export type Guess =
  /** They mean these, without a doubt, and nothing is deleted, or ended without its work. */
  | { readonly runs: readonly string[] }
  /** Probably this is meant, as it is typed after `upnext`. */
  | { readonly meant: string }
  /** It lives elsewhere, or there is no need of it. */
  | { readonly says: string }

/**
 * What somebody means who knows another tool.
 * @param words what follows `upnext`, without the flags before the first word
 * @param names all that can be typed: `add`, `task add`, `status`
 */
export function guess(words: readonly string[], names: readonly string[]): Guess | undefined {
  const [first = "", ...rest] = words
  if (isTaskId(first)) return guessAfterId(first, rest, names)
  const [container = "", verb] = first.split(":")
  if (containers.includes(container)) {
    const inner = verb === undefined ? rest : [verb, ...rest]
    const found = inner[0]?.startsWith("-") === false && guessInside(inner, names)
    if (found) return found
  }
  return (
    guessByRow(words) ??
    guessInGroup(words, names) ??
    (/^[+/]|:/.test(first) ? { says: filters } : guessSlip(words, names))
  )
}

const guessInside = (words: readonly string[], names: readonly string[]) =>
  names.includes(words[0] ?? "") ? { runs: words } : guess(words, names)

/** What is meant by a command that exists, with a word that it does not take: `start T-1`, `comment add`. */
export function guessWithWord([first = "", second = "", ...rest]: readonly string[]): Guess | undefined {
  if (isTaskId(second)) return guessByKey(`${first} #`, [second, ...rest])
  return guessByKey(`${first} ${second}`, rest)
}

/** Whether some line that begins with this word runs, so that there is no need for a command of this name. */
export function isUsed(word: string): boolean {
  const begins = (key: string) => key.split(" ")[0] === word.toLowerCase()
  return (
    isTaskId(word) ||
    Object.entries(wordTable).some(
      ([keys, meanings]) => keys.split(", ").some(begins) && / \| (?!\?)|^[^?!]/.test(meanings),
    )
  )
}

/** `project:web +bug docs` as the flags and words of `list`; undefined where none of it is a filter. */
export function filtersIn(words: readonly string[]): string | undefined {
  const said = asEdit(["edit", "", ...words.filter((word) => /^[+]\w|:/.test(word))]).slice(2)
  if (!said.some((word) => word.startsWith("--") && word !== "--title")) return undefined
  const others = words.filter((word) => !/^[+]\w|:/.test(word))
  return typed([...others, ...said.map((word) => word.replace(/^[+](?=\w)/, ""))])
}

// --- internal ---

/** What tasks are called elsewhere: `issue create` and `issue:create` are `create`. */
const containers = ["task", "issue", "issues", "ticket", "todo", "item", "card", "bug", "story"]

const filters = "Filters are flags here: `upnext list --tag bug --project web --status todo`."

function guessByRow([first = "", second, ...rest]: readonly string[]): Guess | undefined {
  const key = first.toLowerCase()
  if (second === undefined || second.startsWith("-"))
    return (
      guessByKey(`${key} -`, second === undefined ? [] : [second, ...rest]) ??
      guessByKey(key, second === undefined ? [] : [second, ...rest])
    )
  return guessWithWord([key, second, ...rest]) ?? guessByKey(key, [second, ...rest])
}

function guessByKey(key: string, words: readonly string[]): Guess | undefined {
  const [, meanings] = Object.entries(wordTable).find(([keys]) => keys.split(", ").includes(key)) ?? []
  if (meanings === undefined) return undefined
  return meanings.startsWith("!") ? { says: meanings.slice(1) } : take(meanings.split(" | "), words)
}

/** The first meaning whose places the words fill; else the last one, with its places left open. */
function take(meanings: readonly string[], words: readonly string[]): Guess {
  const [said, flags] = apart(words, meanings)
  const meaning = meanings.find((each) => fits(each, givenTo(each, said)))
  const given = givenTo(meaning ?? "", said)
  const [shape, isSure] = [
    (meaning ?? meanings.at(-1) ?? "").replace("?", ""),
    meaning?.startsWith("?") === false,
  ]
  const filling = meaning === undefined ? [] : [...given]
  const filled = shape
    .split(" ")
    .map((part) => part.replace(/<[^>]+>/, (place) => inList(part, fill(place, filling, part !== place))))
  // What is left belongs to the command where the meaning says nothing of words.
  const left = shape.includes("<") ? filling.filter(isTaskId) : filling
  const [command, id = "", flag, status = ""] = filled
  const ending = command === "edit" && flag === "--status" ? endings.get(status.toLowerCase()) : undefined
  if (ending !== undefined) return { meant: `${ending} ${id}` }
  if (command === "done" && words.some((word) => soundsCancelled.test(word)))
    return { meant: asCancel(words) }
  const all = [...filled, ...left, ...(meaning === undefined ? [] : flags)]
  if (command === "edit" && left.some((word) => attribute.test(word))) return { meant: typed(asEdit(all)) }
  return isSure && left.length === filling.length ? { runs: all } : { meant: typed(all) }
}

/** The words, and the flags behind them. `note T-1 -m "half done"` says the text of a meaning by a flag. */
function apart(words: readonly string[], meanings: readonly string[]): [string[], string[]] {
  const end = words.findIndex((word) => word.startsWith("-"))
  if (end < 0) return [[...words], []]
  const [flag = "", text, ...rest] = words.slice(end)
  const isText = text !== undefined && textFlags.includes(flag) && textPlace.test(meanings.join(" "))
  return isText ? [[...words.slice(0, end), text], rest] : [words.slice(0, end), words.slice(end)]
}

const textFlags = ["-m", "--message", "-b", "--body", "--text"]

/** A place that takes all the words that are left. */
const textPlace = /<(?:text|title|why)>/

/** `give T-1 to ann`, `depend T-2 on T-1`: of words that are no text, these say nothing. */
const givenTo = (meaning: string, words: readonly string[]) =>
  textPlace.test(meaning) ? words : words.filter((word, i) => i === 0 || !["to", "on", "by"].includes(word))

/** `tag T-1 a,b` adds both, and so does `tag T-1 +a,+b`. */
const inList = (part: string, value: string) =>
  /^[+-]<(?:tag|id)>/.test(part)
    ? value.replace(/^[+]/, "").replace(/,\s*[+]?/g, `,${part.charAt(0)}`)
    : value

/** @param isListed `+<id>`: `depends T-1 T-2 T-3` adds both */
function fill(place: string, words: string[], isListed: boolean): string {
  if (isListed && place === "<id>" && words.every(isTaskId)) return words.splice(0).join(",") || place
  return (textPlace.test(place) && words.length > 0 ? words.splice(0).join(" ") : words.shift()) ?? place
}

/** Whether the words fill the places of a meaning. A place for an id takes nothing else, and any other takes no id. */
function fits(meaning: string, words: readonly string[]): boolean {
  const places = meaning.match(/<[^>]+>/g) ?? []
  return places.every((place, i) => {
    const word = words[i]
    // `assign T-1 x` takes the assignee away in Jira.
    if (place === "<name>" && word === "x") return false
    return word !== undefined && (place === "<id>" ? isTaskId(word) : !/^t-\d+$/i.test(word))
  })
}

/** What is not to be quoted stands for something: `<id>`. */
const typed = (words: readonly string[]) =>
  words.map((word) => (/<[^>]+>/.test(word) ? word : quote(word))).join(" ")

/** By a status that ends a task: the command that does. */
const endings = new Map([
  ["done", "done"],
  ["closed", "done"],
  ["completed", "done"],
  ["cancelled", "cancel"],
])

/** `close T-1 --reason "not planned"` ends it without its work. */
const soundsCancelled = /not.?planned|won'?t|duplicate|obsolete|invalid/i

function asCancel(words: readonly string[]): string {
  const why = words.filter((word) => !isTaskId(word) && !word.startsWith("-")).join(" ")
  return typed(["cancel", ...words.filter(isTaskId), ...(why === "" ? [] : ["--comment", why])])
}

/** `T-1` alone is shown; with what is to be done behind it, that is named. */
function guessAfterId(id: string, [verb, ...rest]: readonly string[], names: readonly string[]): Guess {
  const task = fullTaskId(id)
  if (verb === undefined || verb.startsWith("-")) {
    const more = verb === undefined ? [] : [verb, ...rest]
    return task === id ? { runs: ["show", id, ...more] } : { meant: typed(["show", task, ...more]) }
  }
  const words = [verb, task, ...rest]
  const found = guessWithWord(words) ?? (names.includes(verb) ? { meant: typed(words) } : guess(words, names))
  const meant = found && "runs" in found ? { meant: typed(asEdit(found.runs)) } : found
  return meant ?? { meant: `show ${task}` }
}

/** `T-1 modify priority:H +next` of Taskwarrior, in our flags. */
function asEdit(words: readonly string[]): string[] {
  const [command = "", id = "", ...rest] = words
  if (command !== "edit") return [...words]
  const parts = rest.map((word): [flag: string[], text: string[]] => {
    const [, name = "", value = ""] = attribute.exec(word) ?? []
    const flag = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (flag !== undefined) return [[flag, value], []]
    return /^[+-]\w/.test(word) ? [["--tag", word], []] : [[], [word]]
  })
  const text = parts.flatMap(([, words]) => words)
  const isTitle = text.length > 0 && !text.some((word) => word.startsWith("--"))
  return [command, id, ...parts.flatMap(([flag]) => flag), ...(isTitle ? ["--title", text.join(" ")] : text)]
}

/** `due:friday` of Taskwarrior, and `due=friday`. */
const attribute = /^(\w+)[:=](.*)$/

const attributes: Readonly<Record<string, string>> = {
  pri: "--priority",
  priority: "--priority",
  due: "--due-at",
  wait: "--not-before",
  scheduled: "--not-before",
  project: "--project",
  proj: "--project",
  pro: "--project",
  depends: "--blocked-by",
  dep: "--blocked-by",
  status: "--status",
  tag: "--tag",
  label: "--tag",
  parent: "--parent",
  title: "--title",
}

function guessInGroup(
  [group = "", word = "", ...rest]: readonly string[],
  names: readonly string[],
): Guess | undefined {
  const [, verb = ""] = Object.entries(verbTable).find(([words]) => words.split(", ").includes(word)) ?? []
  const command = `${group} ${verb.replace("?", "")}`
  if (!names.includes(command)) return undefined
  const all = [...command.split(" "), ...rest]
  return verb.startsWith("?") ? { meant: typed(all) } : { runs: all }
}

/** A word that is spelled almost as a command, or is one elsewhere. */
function guessSlip(
  [first = "", second = ""]: readonly string[],
  names: readonly string[],
): Guess | undefined {
  const group = names.flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
  const isGroup = group.length > 0
  const [wanted, known] = isGroup
    ? [second, group]
    : [first, ["help", ...names.map((name) => name.split(" ")[0] ?? name)]]
  const near = nearest(wanted, [...new Set(known)])
  const nearby = near === undefined ? undefined : isGroup ? `${first} ${near}` : near
  const elsewhere = names.find((name) => name === wanted || name.endsWith(` ${wanted}`))
  const meant = isGroup ? (nearby ?? elsewhere) : (elsewhere ?? nearby)
  return meant === undefined ? undefined : { meant }
}
