import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { flagAndValueMeant, flagsMeant, isNeedless, sayFlag, signOf } from "./flag-guesses.ts"
import type { Flag, Flags } from "./flag.ts"
import { parseValue, partsOf } from "./flag-values.ts"
import { isTaskId, quote, withTypedIds } from "./typed.ts"

export interface Positional {
  readonly name: string
  readonly optional?: boolean
  /** It may be given several times; positionals after it take the last words. */
  readonly isMany?: boolean
  /** What completions offer. */
  readonly choices?: readonly string[] | undefined
  /** Only what completions call gives it, so the help is silent about it. */
  readonly isHidden?: boolean
}

export interface Parsed {
  /** By name of the flag; holds only flags that were given. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

/**
 * Parses the arguments of a command. An unknown flag, a missing value, an argument too many or too few are refused
 * with `invalid_input`. `--name value`, `--name=value`, `--no-name`, `-n value`, `-nvalue` and `--` mean what they do
 * elsewhere; `--blockedBy` and `--blocked_by` are `--blocked-by`.
 */
export function parseFlags(
  args: readonly string[],
  flags: Flags,
  positionals: readonly Positional[],
): Parsed {
  const values: Record<string, unknown> = {}
  const words: string[] = []
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? ""
    if (arg === "--") {
      words.push(...args.slice(i + 1))
      break
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg)
      continue
    }
    const typed = joined(arg, flags) ?? split(arg)
    const { name, given } = inFull(typed, flags, args[i + 1])
    if (isNeedless(name) && !find(name, flags)) continue
    if (isPlace(name, flags, positionals)) {
      words.push(given ?? args[(i += 1)] ?? fail("invalid_input", `${arg} needs a value.`))
      continue
    }
    const found = find(name, flags) ?? findMeant(name, flags, given ?? args[i + 1])
    if (!found) failUnknown(arg, name, flags)
    const { flag, key, negated } = found
    const isOnlyPlace = flag.kind === "maybe" && positionals.length === 0
    const follows = given === undefined && takesNext(flag, args[i + 1], flags, isOnlyPlace)
    const text = follows ? args[i + 1] : given
    if (follows) i += 1
    if (negated && text !== undefined)
      fail("invalid_input", { detail: `--${name} takes no value.`, hint: `Write --${name} alone.` })
    if (flag.kind === "list") {
      const sign = find(name, flags) ? "" : signOf(name)
      const items = partsOf(flag, text).map((part) => parseValue(key, flag, part && sign + part))
      values[key] = [...((values[key] as unknown[] | undefined) ?? []), ...items]
      continue
    }
    const value = negated ? false : parseValue(key, flag, text)
    if (flag.of !== undefined) values[key] = attach(key, value, flag.of, values)
    else if (key in values)
      fail("invalid_input", { detail: `--${key} is given twice.`, hint: `Give --${key} only once.` })
    else values[key] = value
  }
  checkPositionals(words, positionals)
  return { flags: values, positionals: words }
}

/** How many of the first arguments are among these flags or are their values. */
export function leadingFlags(args: readonly string[], flags: Flags): number {
  let end = 0
  for (;;) {
    const arg = args[end] ?? ""
    const { name, given } = split(arg)
    const found = arg.startsWith("--") ? find(name, flags) : undefined
    if (!found) return end
    end += given === undefined && takesNext(found.flag, args[end + 1], flags) ? 2 : 1
  }
}

/** `blockedBy` and `done_criteria` as flags are spelled: `blocked-by`, `done-criteria`. */
export function toKebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase()
}

// --- internal ---

function split(arg: string): { name: string; given: string | undefined } {
  const at = arg.indexOf("=")
  const name = (at < 0 ? arg : arg.slice(0, at)).replace(/^--?/, "")
  return { name, given: at < 0 ? undefined : arg.slice(at + 1) }
}

/** `--mine` of another tool is `--assignee me`, and `ls -a` lists all. */
function inFull(typed: ReturnType<typeof split>, flags: Flags, next = "-"): ReturnType<typeof split> {
  if (typed.name === "a" && typed.given === undefined && next.startsWith("-") && flags["all"])
    return { name: "all", given: undefined }
  const [name = "", given] = flagAndValueMeant(typed.name) ?? []
  const isBegun = Object.keys(flags).some((each) => each === typed.name || each.startsWith(`${typed.name}-`))
  return find(name, flags) && !isBegun ? { name, given } : typed
}

/** `-n1` is `-n 1`. Only numbers are joined so: `-quiet` would look for "uiet". */
function joined(arg: string, flags: Flags): ReturnType<typeof split> | undefined {
  const [, name = "", given] = /^-([a-z])(-?\d.*)$/i.exec(arg) ?? []
  const isNumber = Object.values(flags).some(({ short, kind }) => short === name && kind === "number")
  return isNumber ? { name, given } : undefined
}

function find(name: string, flags: Flags): { key: string; flag: Flag; negated: boolean } | undefined {
  const byShort =
    name.length === 1 ? Object.entries(flags).find(([, { short }]) => short === name) : undefined
  if (byShort) return { key: byShort[0], flag: byShort[1], negated: false }
  const key = toKebab(name)
  const flag = Object.hasOwn(flags, key) ? flags[key] : undefined
  if (flag) return { key, flag, negated: false }
  const positive = key.startsWith("no-") ? key.slice(3) : ""
  const denied = Object.hasOwn(flags, positive) ? flags[positive] : undefined
  return denied?.kind === "boolean" ? { key: positive, flag: denied, negated: true } : undefined
}

/** The flag that a flag of another tool means. */
function findMeant(name: string, flags: Flags, value = ""): ReturnType<typeof find> {
  const meant = flagsMeant(spelled(name)).filter((each) => Object.hasOwn(flags, each))
  // `-P` is a parent in some tools, and a project in others.
  const key = meant.find((each) => each !== "parent" || meant.length === 1 || isTaskId(value))
  const flag = key === undefined ? undefined : flags[key]
  return flag && key !== undefined ? { key, flag, negated: false } : undefined
}

/** A letter means another flag in the other case. */
const spelled = (name: string) => (name.length === 1 ? name : toKebab(name))

/** Whether a flag means what stands here without one: `comment T-1 -m "half done"`. */
function isPlace(name: string, flags: Flags, positionals: readonly Positional[]): boolean {
  if (find(name, flags)) return false
  const key = spelled(name)
  const places = positionals.map((place) => place.name)
  const meant = [key, ...flagsMeant(key)].find((each) => Object.hasOwn(flags, each) || places.includes(each))
  return meant !== undefined && places.includes(meant)
}

/** Puts a value at the place of the last value of the list that it belongs to. */
function attach(
  key: string,
  value: unknown,
  of: string,
  values: Readonly<Record<string, unknown>>,
): unknown[] {
  const place = ((values[of] as unknown[] | undefined) ?? []).length - 1
  const known = [...((values[key] as unknown[] | undefined) ?? [])]
  if (place < 0)
    fail("invalid_input", {
      detail: `--${key} must follow a --${of}.`,
      hint: `Write --${key} after the --${of} that it belongs to.`,
    })
  if (known[place] !== undefined)
    fail("invalid_input", { detail: `One --${of} has two --${key} flags.`, hint: `Give --${key} once.` })
  known[place] = value
  return known
}

/** @param isOnlyPlace whether a word can only be the value of this flag, so that it is refused as such */
function takesNext(flag: Flag, next: string | undefined, flags: Flags, isOnlyPlace = false): boolean {
  if (next === undefined) return false
  if (isOnlyPlace && !next.startsWith("-")) return true
  if (flag.kind === "maybe" || flag.kind === "boolean") return flag.accepts?.(next) ?? false
  // A value may begin with one dash (`--sort -created`, `--due -`), but not be a flag itself.
  return !next.startsWith("--") && !(next.startsWith("-") && find(next.slice(1), flags) && next.length === 2)
}

function checkPositionals(words: readonly string[], positionals: readonly Positional[]): void {
  const missing = positionals.slice(words.length).find(({ optional }) => !optional)
  if (missing) fail("invalid_input", `<${missing.name}> is missing.`)
  const extra = words[positionals.length]
  if (extra === undefined || positionals.some(({ isMany }) => isMany)) return
  const isText = positionals.length > 0
  fail("invalid_input", {
    detail: `Unexpected argument ${JSON.stringify(extra)}.${isText ? " Text of several words needs quotes." : ""}`,
    hint: isText
      ? `Write the text as one argument: ${asOne(words.slice(positionals.length - 1))}.`
      : undefined,
  })
}

/** A text, with what Taskwarrior takes for tags and fields in it as flags: `"Pay" --tag ops --due friday`. */
function asOne(words: readonly string[]): string {
  const said = words.map((word) =>
    word.replace(/^\+(\w\S*)$/, "--tag $1").replace(/^([a-z]+):(\w\S*)$/, "--$1 $2"),
  )
  const text = words.filter((word, i) => word === said[i])
  return [`"${text.join(" ")}"`, ...said.filter((each, i) => each !== words[i])].join(" ")
}

function failUnknown(arg: string, name: string, flags: Flags): never {
  const sentence = sayFlag(name) ?? sayJoined(name, flags)
  const says = sentence === undefined ? undefined : withTypedIds(sentence)
  const near = says === undefined ? nearest(toKebab(name), Object.keys(flags)) : undefined
  const meant = name.length === 1 ? beginningWith(name, flags) : near === undefined ? [] : [near]
  const shown = arg.split("=")[0] ?? arg
  const wish = meant
    .map((each) => `--${each}`)
    .join(", ")
    .replace(/, (?=\S+$)/, " or ")
  fail("invalid_input", {
    detail: `Unknown flag ${shown}.${wish && ` Did you mean ${wish}?`}`,
    errors: [{ path: shown, message: "unknown flag" }],
    hint: says ?? (wish === "" ? undefined : `Write ${wish}.`),
  })
}

/** `-yHigh` of other tools. */
function sayJoined(name: string, flags: Flags): string | undefined {
  const [, letter = "", value = ""] = /^([a-z])([A-Z"~].*)$/.exec(name) ?? []
  const isFlag = letter !== "" && (find(letter, flags) ?? findMeant(letter, flags))
  return isFlag ? `Write the value separately: -${letter} ${quote(value)}.` : sayFlag(letter)
}

/** The flags that one letter may stand for: none where they are many. Most letters elsewhere stand for flags without a value. */
function beginningWith(letter: string, flags: Flags): string[] {
  const found = Object.entries(flags).filter(([name]) => name.startsWith(letter))
  const isSwitch = ([, { kind }]: (typeof found)[number]) => kind === "boolean"
  const sorted = [...found.filter(isSwitch), ...found.filter((each) => !isSwitch(each))]
  return sorted.length > 4 ? [] : sorted.map(([name]) => name)
}
