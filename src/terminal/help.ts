import type { CommandDef } from "citty"
import type { CliCommand } from "./command.ts"
import { metaOf, type Listing } from "./command-tree.ts"
import { valueNames } from "./flag-values.ts"
import type { Flag, Flags } from "./flag.ts"
import { aligned, exampleLines, footer, heading, paragraph, sections, usage } from "./help-layout.ts"
import { print } from "./output.ts"

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
  const shown = positionals.filter(({ isHidden }) => !isHidden)
  const args = shown.map(
    ({ name: each, optional, isMany }) => (optional ? `[${each}]` : `<${each}>`) + (isMany ? "..." : ""),
  )
  const line = ["upnext", name, ...args, "[flags]", ...(rest ? ["--", rest] : [])].join(" ")
  print(
    sections([
      ["", heading(`upnext ${name}`, summary)],
      ["Usage", usage(line)],
      ["Flags", rows(Object.fromEntries(Object.entries(flags).filter(([each]) => !(each in common))))],
      ["Common flags", rows({ ...common, help: { kind: "boolean", description: "show this", short: "h" } })],
      ["How it works", about.flatMap(paragraph)],
      ["Examples", exampleLines(examples)],
    ]),
  )
}

/** The help of a group of commands. */
export function groupHelp(group: string, command: CommandDef, { commands }: Listing): void {
  const name = `upnext ${group}`
  const lines = commands.map((each): [string, string] => [each.name, metaOf(each.command).description ?? ""])
  print(
    sections([
      ["", heading(name, metaOf(command).description ?? "")],
      ["Usage", usage(`${name} <command> [flags]`)],
      ["Commands", aligned(lines)],
      ["", footer(`${name} <command> --help shows how a command is used.`)],
    ]),
  )
}

// --- internal ---

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

function describe({ description, kind, choices = [], splits }: Flag): string {
  const isLong = choices.join("|").length > 24
  if (choices.length > 0 && !isLong && description === "") return "one of these"
  const all = isLong ? `${description ? `${description}: ` : ""}${choices.join(", ")}` : description
  if (splits || (kind === "list" && choices.length > 0)) {
    const said = all.replace("may be given several times", "several with commas")
    return splits && !said.includes("commas") ? `${said}; several with commas` : said
  }
  return kind === "list" && !all.includes("times") ? `${all}; may be given several times` : all
}
