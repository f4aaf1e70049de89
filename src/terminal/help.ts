import type { CommandDef } from "citty"
import type { CliCommand } from "./command.ts"
import { metaOf, type ListedCommand } from "./command-tree.ts"
import { valueName } from "./flag-values.ts"
import type { Flag, Flags } from "./flag.ts"
import {
  aligned,
  exampleLines,
  footer,
  heading,
  helpWidth,
  leftWidth,
  mostColumns,
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
  const takesTime = Object.entries(own).some(([each, flag]) => valueName(each, flag).includes("time"))
  const page = (isBrief: boolean, most: number, width = mostColumns) => {
    const more = [
      ...(hasMore || isBrief ? [`upnext help ${name}`] : []),
      ...(takesTime ? ["upnext help times"] : []),
    ]
    return sections([
      ["", heading(`upnext ${name}`, summary, width)],
      ["Usage", usage(line, width)],
      ["Examples", exampleLines(isWhole ? examples : examples.slice(0, most), width)],
      ["Flags", flagRows(own, width, isBrief)],
      ["Common flags", isWhole ? flagRows({ ...common, help }, width) : []],
      ["How it works", isWhole ? about.flatMap((each) => paragraph(each, width)) : []],
      [
        "",
        [
          ...(isWhole ? [] : commonLine(common, width)),
          ...(more.length > 0 ? footer(`More: ${more.join(", ")}`, width) : []),
        ],
      ],
    ])
  }
  const fits = (text: string) => isWhole || text.split("\n").length <= mostLines
  // A narrow terminal shows the same words as a wide one, on more lines.
  const forms: readonly (readonly [isBrief: boolean, most: number])[] = [
    [false, shownExamples],
    [true, shownExamples],
  ]
  const [isBrief, most] = forms.find((form) => fits(page(...form))) ?? [true, 1]
  print(page(isBrief, most, helpWidth()))
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

/** Flags with what they are for. Briefly, each has as much of that as one line of a wide terminal holds. */
export function flagRows(flags: Flags, width = helpWidth(), isBrief = false): string[] {
  const rows = Object.entries(flags).map(([name, flag]): [string, string] => [
    spell(name, flag),
    describe(name, flag),
  ])
  if (!isBrief) return aligned(rows, width)
  const room = roomBeside(leftWidth(rows), mostColumns)
  const briefly = Object.entries(flags).map(([name, flag]) => brief(name, flag, room))
  return aligned(
    rows.map(([left], i) => [left, briefly[i] ?? ""]),
    width,
  )
}

// --- internal ---

/** The flags of most commands by name, the most used ones first. */
function commonLine(common: Flags, width: number): string[] {
  const named = ["agent", "project", "json"].filter((name) => name in common).map((name) => `--${name}`)
  return named.length === 0 ? [] : footer(`Common flags: ${named.join(", ")}; all: upnext help flags`, width)
}

/** Of a help without scrolling. */
const mostLines = 45
const shownExamples = 2
const help: Flag = { kind: "boolean", description: "show how the command is used", short: "h" }

function spell(name: string, flag: Flag): string {
  const { kind, short, isEither } = flag
  const named = valueName(name, flag)
  const isOptional = kind === "maybe" || kind === "boolean"
  const suffix = named === "" ? "" : isOptional ? ` [${named}]` : ` <${named}>`
  return `${short ? `-${short}, ` : ""}--${name}${suffix}${isEither ? `, --no-${name}` : ""}`
}

/** What a flag is for in short: else its first clauses, as far as they go into a line, or its many choices alone. */
function brief(name: string, flag: Flag, room: number): string {
  const { choices = [] } = flag
  if (flag.brief !== undefined) return flag.brief
  if (hasOtherName(name, flag))
    // What sorts in both directions is named once.
    return choices.filter((each) => !(each.startsWith("-") && choices.includes(each.slice(1)))).join(", ")
  const [first = "", ...clauses] = describe(name, flag).split(clauseEnd)
  let text = first
  for (const each of clauses) {
    if (widthOf(`${text} ${each}`) > room + 1) break
    text += ` ${each}`
  }
  return text.replace(/[;:,]$/, "")
}

/** Between clauses, and not inside code. A default is not parted from its value. */
const clauseEnd = /(?<=[;,]|(?<!default):) (?=(?:[^`]*`[^`]*`)*[^`]*$)/

/** Whether the choices do not stand in place of a name. */
const hasOtherName = (name: string, flag: Flag) =>
  flag.choices !== undefined && valueName(name, flag) !== flag.choices.join("|")

function describe(name: string, flag: Flag): string {
  const { description, kind, choices = [], splits } = flag
  const isListed = hasOtherName(name, flag) && !choices.every((each) => description.includes(`\`${each}\``))
  if (choices.length > 0 && !isListed && description === "") return "one of these"
  const all = isListed ? `${description ? `${description}: ` : ""}${choices.join(", ")}` : description
  if (splits || (kind === "list" && choices.length > 0)) {
    const said = all.replace("may be given several times", "separate several with commas")
    return splits && !said.includes("commas") ? `${said}; separate several with commas` : said
  }
  return kind === "list" && !all.includes("times") ? `${all}; may be given several times` : all
}
