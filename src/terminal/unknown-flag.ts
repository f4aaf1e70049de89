import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { find, findMeant, toKebab } from "./find-flag.ts"
import { sayFlag } from "./flag-guesses.ts"
import { valueName } from "./flag-values.ts"
import type { Flag, Flags } from "./flag.ts"
import { isTaskId, quote, quoteText, withTypedIds } from "./typed.ts"

/** A flag that its command does not know, as it was typed and without dashes and value, on its line. */
export interface UnknownFlag {
  readonly arg: string
  readonly name: string
  /** What was typed after the name of the command. */
  readonly args: readonly string[]
  /** The command of another program behind them. */
  readonly tail: readonly string[]
  /** The name of the command. */
  readonly command: string
  /** Whether it takes words without a flag. */
  readonly hasPlaces: boolean
}

/** Refuses a flag, and says which command was probably meant. */
export function failUnknown({ arg, name, args, tail, command, hasPlaces }: UnknownFlag, flags: Flags): never {
  const sentence = sentenceFor(name, flags) ?? sayJoined(name, flags)
  const says = sentence === undefined ? undefined : withTypedIds(sentence)
  const near = says === undefined ? nearest(toKebab(name), Object.keys(flags)) : undefined
  const meant = name.length === 1 ? beginningWith(name, flags) : near === undefined ? [] : [near]
  const [shown = arg, ...value] = arg.split("=")
  const wish = meant
    .map((each) => `--${each}`)
    .join(", ")
    .replace(/, (?=\S+$)/, " or ")
  const [key = ""] = meant
  const better = args.flatMap((each, i) =>
    each === arg ? spellFlag(key, flags[key], value.join("="), args[i + 1]) : [quoteText(each)],
  )
  const next = args[args.indexOf(arg) + 1] ?? "-"
  // The word behind a switch may have been meant as its value.
  const isSwitch = flags[key]?.kind === "boolean" && !next.startsWith("-") && !isTaskId(next)
  const isSure =
    near !== undefined &&
    !isSwitch &&
    arg.startsWith("--") &&
    !args.some(isSecret) &&
    !isOdd(args, key, hasPlaces)
  const write = isSure ? `\`upnext ${[command, ...better, ...tail.map(quoteText)].join(" ")}\`` : wish
  fail("invalid_input", {
    detail: `Unknown flag ${shown}.${wish && ` Did you mean ${wish}?`}`,
    errors: [{ path: shown, message: "unknown flag" }],
    hint: says ?? (wish === "" ? undefined : `Write ${write}.`),
  })
}

// --- internal ---

/** Stays off the screen. */
const isSecret = (arg: string) => arg.startsWith("--token")

/** Whether the line is wrong even with this flag: it is there already, or a word behind it has no place. */
function isOdd(args: readonly string[], key: string, hasPlaces: boolean): boolean {
  const isWord = (arg = "word") => !arg.startsWith("-")
  return (
    args.some((each) => each.split("=")[0] === `--${key}`) ||
    (!hasPlaces && args.some((each, i) => isWord(each) && isWord(args[i - 1])))
  )
}

/** A flag with its value, or with the place of one that is missing. */
function spellFlag(key: string, flag: Flag | undefined, value: string, next = "--"): string[] {
  if (value !== "") return [`--${key}=${quoteText(value)}`]
  const isAlone =
    flag === undefined || flag.kind === "boolean" || flag.kind === "maybe" || !next.startsWith("--")
  return isAlone ? [`--${key}`] : [`--${key}`, `<${valueName(key, flag)}>`]
}

/** What is said of a flag of another tool, unless it names only flags that this command does not have. */
function sentenceFor(name: string, flags: Flags): string | undefined {
  const sentence = sayFlag(name)
  const named = [...(sentence?.matchAll(/`--([a-z-]+)/g) ?? [])].map(([, each = ""]) => each)
  const isHere =
    name.length === 1 ||
    named.length === 0 ||
    named.some((each) => find(each, flags)) ||
    sentence?.includes("`upnext ")
  return isHere ? sentence : undefined
}

/** `-yHigh` of other tools. */
function sayJoined(name: string, flags: Flags): string | undefined {
  const [, letter = "", value = ""] = /^([a-z])([A-Z"~].*)$/.exec(name) ?? []
  const isFlag = letter !== "" && (find(letter, flags) ?? findMeant(letter, flags))
  return isFlag ? `Write the value separately: -${letter} ${quote(value)}.` : sentenceFor(letter, flags)
}

/** The flags that one letter may stand for: none where they are many. Most letters elsewhere stand for flags without a value. */
function beginningWith(letter: string, flags: Flags): string[] {
  const found = Object.entries(flags).filter(([name]) => name.startsWith(letter))
  const isSwitch = ([, { kind }]: (typeof found)[number]) => kind === "boolean"
  const sorted = [...found.filter(isSwitch), ...found.filter((each) => !isSwitch(each))]
  return sorted.length > 4 ? [] : sorted.map(([name]) => name)
}
