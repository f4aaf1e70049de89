import type { CommandDef } from "citty"
import type { CliCommand } from "./command.ts"
import { metaOf, type ListedCommand } from "./command-tree.ts"
import { valueNames } from "./flag-values.ts"
import type { Flag, Flags } from "./flag.ts"
import {
  aligned,
  exampleLines,
  footer,
  heading,
  leftWidth,
  paragraph,
  roomBeside,
  sections,
  usage,
} from "./help-layout.ts"
import { print } from "./output.ts"
import { widthOf } from "./width.ts"

/** The help of a command: `--help` shows how it is typed, `upnext help <command>` also how it works. */
export function commandHelp(command: CliCommand, isWhole: boolean): void {
  const { name, summary, positionals = [], rest, flags, common = {}, about = [], examples } = command
  const shown = positionals.filter(({ isHidden }) => !isHidden)
  const args = shown.map(
    ({ name: each, optional, isMany }) => (optional ? `[${each}]` : `<${each}>`) + (isMany ? "..." : ""),
  )
  const line = ["upnext", name, ...args, "[flags]", ...(rest ? ["--", rest] : [])].join(" ")
  const own = Object.fromEntries(Object.entries(flags).filter(([each]) => !(each in common)))
  const hasMore = !isWhole && (about.length > 0 || examples.length > shownExamples)
  const page = (isBrief: boolean, most: number) => {
    const more = [
      ...(hasMore || isBrief ? [`upnext help ${name}`] : []),
      ...(Object.values(own).some(
        ({ kind, description }) => kind === "time" || description.includes("or a time"),
      )
        ? ["upnext help times"]
        : []),
    ]
    return sections([
      ["", heading(`upnext ${name}`, summary)],
      ["Usage", usage(line)],
      ["Examples", exampleLines(isWhole ? examples : examples.slice(0, most))],
      ["Flags", flagRows(own, isBrief)],
      ["Common flags", isWhole ? flagRows({ ...common, help }) : []],
      ["How it works", isWhole ? about.flatMap(paragraph) : []],
      [
        "",
        [
          ...(isWhole ? [] : commonLine(common)),
          ...(more.length > 0 ? footer(`More: ${more.join(", ")}`) : []),
        ],
      ],
    ])
  }
  const fits = (text: string) => isWhole || text.split("\n").length <= mostLines
  const [full, brief] = [page(false, shownExamples), page(true, shownExamples)]
  print([full, brief].find(fits) ?? page(true, 1))
}

/** The help of a group of commands. */
export function groupHelp(group: string, command: CommandDef, commands: readonly ListedCommand[]): void {
  const name = `upnext ${group}`
  const lines = commands.map((each): [string, string] => [each.name, metaOf(each.command).description ?? ""])
  print(
    sections([
      ["", heading(name, metaOf(command).description ?? "")],
      ["Usage", usage(`${name} <command> [flags]`)],
      ["Commands", aligned(lines)],
      ["", footer(`${name} <command> --help shows how to use a command.`)],
    ]),
  )
}

/** Flags with what they are for. Briefly, each has as much of that as one line holds. */
export function flagRows(flags: Flags, isBrief = false): string[] {
  const rows = Object.entries(flags).map(([name, flag]): [string, string] => [
    spell(name, flag),
    describe(flag),
  ])
  if (!isBrief) return aligned(rows)
  const room = roomBeside(leftWidth(rows))
  return aligned(rows.map(([left], i) => [left, brief(Object.values(flags)[i] as Flag, room)]))
}

// --- internal ---

/** The flags of most commands by name, the most used ones first. */
function commonLine(common: Flags): string[] {
  const named = ["agent", "project", "json"].filter((name) => name in common).map((name) => `--${name}`)
  return named.length === 0 ? [] : footer(`Common flags: ${named.join(", ")}; all: upnext help flags`)
}

/** Of a help without scrolling. */
const mostLines = 45
const shownExamples = 2
const help: Flag = { kind: "boolean", description: "show how the command is used", short: "h" }
/** Of what stands for a value. */
const longest = 24

function spell(name: string, { kind, value, short, choices, isEither }: Flag): string {
  const shown = value ?? (choices ? choices.join("|") : valueNames[kind])
  const named = shown.length > longest ? valueNames[kind] : shown
  const isOptional = kind === "maybe" || kind === "boolean"
  const suffix = named === "" ? "" : isOptional ? ` [${named}]` : ` <${named}>`
  return `${short ? `-${short}, ` : ""}--${name}${suffix}${isEither ? `, --no-${name}` : ""}`
}

/** What a flag is for in short: else its first clauses, as far as they go into a line, or its many choices alone. */
function brief(flag: Flag, room: number): string {
  const { choices = [] } = flag
  if (flag.brief !== undefined) return flag.brief
  if (hasLongChoices(flag))
    // What sorts in both directions is named once.
    return choices.filter((each) => !(each.startsWith("-") && choices.includes(each.slice(1)))).join(", ")
  const [first = "", ...clauses] = describe(flag).split(clauseEnd)
  let text = first
  for (const each of clauses) {
    if (widthOf(`${text} ${each}`) > room + 1) break
    text += ` ${each}`
  }
  return text.replace(/[;:,]$/, "")
}

/** Between clauses, and not inside code. A default is not parted from its value. */
const clauseEnd = /(?<=[;,]|(?<!default):) (?=(?:[^`]*`[^`]*`)*[^`]*$)/

const hasLongChoices = ({ choices = [] }: Flag) => choices.join("|").length > longest

function describe(flag: Flag): string {
  const { description, kind, choices = [], splits } = flag
  const isLong = hasLongChoices(flag)
  if (choices.length > 0 && !isLong && description === "") return "one of these"
  const all = isLong ? `${description ? `${description}: ` : ""}${choices.join(", ")}` : description
  if (splits || (kind === "list" && choices.length > 0)) {
    const said = all.replace("may be given several times", "separate several with commas")
    return splits && !said.includes("commas") ? `${said}; separate several with commas` : said
  }
  return kind === "list" && !all.includes("times") ? `${all}; may be given several times` : all
}
