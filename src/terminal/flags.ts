import { fail } from "../errors.ts"
import { find, findMeant, isPlace } from "./find-flag.ts"
import { flagAndValueMeant, isNeedless, signOf } from "./flag-guesses.ts"
import type { Flag, Flags, Positional } from "./flag.ts"
import { parseValue, partsOf } from "./flag-values.ts"
import { placeWords } from "./place-words.ts"
import { failUnknown } from "./unknown-flag.ts"

export interface Parsed {
  /** By name of the flag; holds only flags that were given. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

/**
 * Parses the arguments of a command. An unknown flag, a missing value, an argument too many or too few are refused
 * with `invalid_input`. `--name value`, `--name=value`, `--no-name`, `-n value`, `-nvalue` and `--` mean what they do
 * elsewhere; `--blockedBy` and `--blocked_by` are `--blocked-by`.
 * @param command its name, for hints
 * @param tail what follows the arguments: `--`, and another command
 */
export function parseFlags(
  args: readonly string[],
  flags: Flags,
  positionals: readonly Positional[],
  command: string,
  tail: readonly string[] = [],
): Parsed {
  const values: Record<string, unknown> = {}
  const words: string[] = []
  const others: string[] = []
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
    if (!found) failUnknown({ arg, name, args, tail, command, hasPlaces: positionals.length > 0 }, flags)
    const { flag, key, negated } = found
    const isOnlyPlace = flag.kind === "maybe" && positionals.length === 0
    const follows = given === undefined && takesNext(flag, args[i + 1], flags, isOnlyPlace)
    const typedText = follows ? args[i + 1] : given
    // `--days 7` of a report is `--since 7d`.
    const text =
      name === "days" && /^\d+$/.test(typedText ?? "") && key === "since" ? `${typedText}d` : typedText
    others.push(...args.slice(i, i + (follows ? 2 : 1)))
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
  return { flags: values, positionals: placeWords({ command, words, others }, positionals, flags) }
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
