import { defineCommand, type CommandDef } from "citty"
import { isRefusedByServer } from "../client/client-error.ts"
import { fail, UpnextError } from "../errors.ts"
import { requireUtf8Arguments } from "../machine/text.ts"
import { requireOneForm } from "./chosen-fields.ts"
import type { CliCommand, Invocation } from "./command.ts"
import { findMeant, find } from "./find-flag.ts"
import type { Flags } from "./flag.ts"
import { valueName } from "./flag-values.ts"
import { leadingFlags, parseFlags, type Parsed } from "./flags.ts"
import { commandHelp } from "./help.ts"
import { report } from "./report.ts"
import { withSpec } from "./spec.ts"
import { isTaskId, quote, quoteText } from "./typed.ts"

/**
 * A citty command that checks its flags. citty itself accepts unknown flags and missing values, and it has no numbers
 * and no repeated flags. So only the root tells citty its `args`, and our strict reader reads the raw arguments.
 */
export function define(command: CliCommand): CommandDef {
  const { name, summary } = command
  const defined = defineCommand({
    meta: { name, description: summary },
    run: ({ rawArgs }) => invoke(command, rawArgs),
  })
  return withSpec(defined, command)
}

/** What `upnext help <command>` asks that command for. */
export const wholeHelp = "--help=all"

/** Whether this argument asks for JSON. It is looked at as it was typed, since the arguments may be what is wrong. */
export function asksForJson(args: readonly string[]): boolean {
  const isTsv = args.some((arg, i) => arg === "--format=tsv" || (arg === "tsv" && args[i - 1] === "--format"))
  return !isTsv && args.some((arg) => /^--(json|fields)(=|$)/.test(arg) && !/=(false|0|no)$/.test(arg))
}

// --- internal ---

async function invoke(command: CliCommand, args: readonly string[]): Promise<void> {
  const end = args.indexOf("--")
  const own = end < 0 ? args : args.slice(0, end)
  const isWhole = own.includes(wholeHelp)
  if (isWhole || own.includes("--help") || own.includes("-h")) {
    commandHelp(command, isWhole)
    return
  }
  try {
    requireUtf8Arguments(args)
    const status = await command.run(parseInvocation(command, args))
    if (status !== undefined) process.exitCode = status
  } catch (error) {
    report(inTypedFlags(withUsage(error, command, own), command, own), asksForJson(own))
  }
}

function parseInvocation(
  { name, flags, common, positionals = [], rest }: CliCommand,
  args: readonly string[],
): Invocation {
  const end = rest === undefined ? -1 : args.indexOf("--")
  const own = end < 0 ? args : args.slice(0, end)
  const tail = end < 0 ? [] : args.slice(end)
  const known = { ...flags, ...common }
  if (rest !== undefined && end < 0) requireDashes(name, args, leadingFlags(args, known), known)
  const parsed = parseFlags(own, known, positionals, name, tail)
  requireOneForm(parsed.flags, known)
  return { ...parsed, flags: common?.["port"] ? withUrl(parsed.flags) : parsed.flags, rest: tail.slice(1) }
}

/** `--port` of a command that calls a server names one of this machine. */
function withUrl({ port, ...flags }: Parsed["flags"]): Parsed["flags"] {
  if (port === undefined) return flags
  if (flags.url !== undefined)
    fail("invalid_input", {
      detail: "--port and --url both name the server.",
      hint: "Leave one of them out.",
    })
  const n = Number(port)
  if (!Number.isInteger(n) || n < 1 || n > 65_535)
    fail("invalid_input", {
      detail: `--port must be a whole number from 1 to 65535, not ${n}.`,
      hint: "For example: --port 4445.",
    })
  return { ...flags, url: `http://127.0.0.1:${n}` }
}

/** Another program's words stand after `--`. Without it, its flags would be read as ours. `end`: where our flags end. */
function requireDashes(name: string, args: readonly string[], end: number, known: Flags): void {
  const word = args[end] ?? ""
  if (word === "" || word.startsWith("-")) return
  const flag = flagFor(word, args, known)
  if (flag !== undefined)
    fail("invalid_input", {
      detail: `${JSON.stringify(word)} has no flag before it.`,
      hint: `Write \`upnext ${name} --${flag} ${quote(word)}\`${flag === "agent" ? `; \`upnext ${name} --follow -- ${quote(word)}\` runs a command` : ""}.`,
    })
  const line = [...args.slice(0, end), "--", ...args.slice(end)].map(quote).join(" ")
  fail("invalid_input", {
    detail: `\`--\` is missing before ${JSON.stringify(word)}.`,
    hint: `Write \`upnext ${name} ${line}\`.`,
  })
}

/** The flag that a word without one belongs to: only a command that follows runs another program. */
function flagFor(word: string, args: readonly string[], known: Flags): string | undefined {
  if (isTaskId(word) && known["task"]) return "task"
  return known["follow"] && !args.some((arg) => ["-f", "--follow"].includes(arg)) ? "agent" : undefined
}

/** Names a flag of another tool beside ours in what is said of its value: `--for (here --lease)`. */
function inTypedFlags(error: unknown, { flags, common }: CliCommand, args: readonly string[]): unknown {
  if (!(error instanceof UpnextError) || error.code !== "invalid_input") return error
  const known = { ...flags, ...common }
  for (const [i, arg] of args.entries()) {
    const [typed = "", value = args[i + 1]] = arg.split("=")
    const name = typed.replace(/^--?/, "")
    if (typed === name || find(name, known)) continue
    const key = findMeant(name, known, value)?.key
    error.message = error.message.replace(new RegExp(`^--${key}(?![\\w-])`), `${typed} (here --${key})`)
  }
  return error
}

/** Adds a hint on how the command is written to a mistake that has no hint. */
function withUsage(error: unknown, command: CliCommand, args: readonly string[]): unknown {
  const isBare = error instanceof UpnextError && error.code === "invalid_input" && error.hint === undefined
  if (!isBare || isRefusedByServer(error) || error.facts.field !== undefined) return error
  const { message: detail, facts, errors: issues, cause } = error
  return new UpnextError(error.code, {
    detail,
    facts,
    errors: issues,
    hint: usageOf(command, args, / is missing\b/.test(detail) ? detail : ""),
    cause,
  })
}

/**
 * How the command is written.
 * @param args what was typed; the words that it begins with stay
 * @param missing which word or flag is missing; empty if a flag is wrong, which the hint then leaves at that
 */
function usageOf(
  { name, flags, positionals = [], rest, examples }: CliCommand,
  args: readonly string[],
  missing: string,
): string {
  const shown = positionals.filter(({ isHidden }) => !isHidden)
  const typed = args.slice(0, args.findIndex((arg) => arg.startsWith("-")) >>> 0)
  const words = shown.map(({ name: each, optional }, i) => {
    if (typed[i]) return quoteText(typed[i])
    return optional && !missing.includes(`<${each}>`) ? `[${each}]` : `<${each}>`
  })
  const [, needed = ""] = /^--(\S+)/.exec(missing) ?? []
  const value = valueName(needed, flags[needed] ?? { kind: "text", description: "" })
  const example = rest === undefined ? undefined : examples[0]?.[0]
  const line = example ?? [name, ...words, ...(needed ? [`--${needed}`, `<${value}>`] : [])].join(" ")
  const shows = missing === "" ? "" : `Write \`upnext ${line}\`; `
  return `${shows}\`upnext ${name} --help\` shows all its arguments and flags.`
}
