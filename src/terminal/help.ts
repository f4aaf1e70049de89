import type { CommandDef } from "citty"
import type { CliCommand } from "./command.ts"
import { metaOf, type Listing } from "./command-tree.ts"
import { valueNames, type Flag, type Flags } from "./flags.ts"
import { print, style, terminalWidth } from "./output.ts"
import { wrap } from "./wrap.ts"

export function commandHelp({
  name,
  summary,
  positionals = [],
  rest,
  flags,
  common = {},
  about = [],
  examples,
}: CliCommand): void {
  const args = positionals.map(
    ({ name: each, optional, isMany }) => (optional ? `[${each}]` : `<${each}>`) + (isMany ? "..." : ""),
  )
  print(
    sections([
      ["", [`${style.bold(`upnext ${name}`)}  ${summary}`]],
      ["Usage", [`  upnext ${[name, ...args].join(" ")} [flags]${rest ? ` -- ${rest}` : ""}`]],
      ["Flags", rows(Object.fromEntries(Object.entries(flags).filter(([each]) => !(each in common))))],
      ["Common flags", rows({ ...common, help: { kind: "boolean", description: "show this", short: "h" } })],
      ["How it works", about.flatMap(paragraph)],
      ["Examples", examplesOf(examples)],
    ]),
  )
}

/** The help of a group, or of the whole program if the name is empty. */
export function groupHelp(group: string, command: CommandDef, { commands, aliases }: Listing): void {
  const name = `upnext ${group}`.trim()
  const lines = commands.map((each): [string, string] => [each.name, metaOf(each.command).description ?? ""])
  const summary = metaOf(command).description ?? ""
  const short = aliases.map((each) => each.name)
  print(
    sections([
      ["", [`${style.bold(name)}  ${summary}`]],
      ["Usage", [`  ${name} <command> [flags]`]],
      ["Commands", aligned(lines)],
      ["", short.length > 0 ? [`${short.join(", ")} work without \`task\`: upnext ${short[0] ?? ""} …`] : []],
      ["", [style.dim(`${name} <command> --help shows the flags of a command.`)]],
    ]),
  )
}

// --- internal ---

function sections(parts: readonly (readonly [string, readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [...(title ? [style.bold(title)] : []), ...lines].join("\n"))
    .join("\n\n")
}

function rows(flags: Flags): string[] {
  return aligned(
    Object.entries(flags).map(([name, flag]): [string, string] => [spell(name, flag), describe(flag)]),
  )
}

function spell(name: string, { kind, value, short, choices, isEither }: Flag): string {
  const shown = value ?? (choices ? choices.join("|") : valueNames[kind])
  const named = shown.length > 24 ? valueNames[kind] : shown
  const isOptional = kind === "maybe" || kind === "boolean"
  const suffix = named === "" ? "" : isOptional ? ` [${named}]` : ` <${named}>`
  return `${short ? `-${short}, ` : ""}--${name}${suffix}${isEither ? `, --no-${name}` : ""}`
}

function describe({ description, kind, choices = [] }: Flag): string {
  const isLong = choices.join("|").length > 24
  if (choices.length > 0 && !isLong && description === "") return "one of these"
  const all = isLong ? `${description ? `${description}: ` : ""}${choices.join(", ")}` : description
  if (kind === "list" && choices.length > 0)
    return all.replace("may be given several times", "several with commas")
  return kind === "list" && !all.includes("times") ? `${all}; may be given several times` : all
}

function examplesOf(examples: CliCommand["examples"]): string[] {
  return examples.flatMap(([line, what]) => [`  ${style.dim(`# ${what}`)}`, `  upnext ${line}`])
}

/** Two columns. The right one is wrapped to the terminal, or stands below the left one if there is too little room. */
function aligned(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...lines.map(([left]) => left.length))
  const whole = terminalWidth() ?? Infinity
  const isBelow = whole - width - 4 < leastRoom
  const indent = " ".repeat(isBelow ? 6 : width + 4)
  return lines.flatMap(([left, right]) => {
    const [first = "", ...more] = wrap(right, whole - indent.length)
    const shown = style.cyan(isBelow ? left : left.padEnd(width))
    const head = isBelow ? [`  ${shown}`, `${indent}${first}`] : [`  ${shown}  ${first}`]
    return [...head, ...more.map((line) => indent + line)]
  })
}

/** The least width of the right column, in columns of the terminal. */
const leastRoom = 28

function paragraph(text: string): string[] {
  return wrap(text, Math.min(terminalWidth() ?? 100, 100) - 2).map((line) => `  ${line}`)
}
