import type { CommandDef } from "citty"
import { groupsOf, listAll, metaOf } from "./command-tree.ts"
import { aligned, exampleLines, footer, heading, leftWidth, sections } from "./help-layout.ts"
import { print } from "./output.ts"

/** What the help of the whole program says besides its commands. */
export interface RootHelp {
  /** Titles, each with the first words of commands. Commands that none of them names come last. */
  readonly sections: Readonly<Record<string, readonly string[]>>
  readonly examples: readonly (readonly [line: string, what: string])[]
}

/** Prints the help of the whole program. */
export async function printRootHelp(
  root: CommandDef,
  { sections: named, examples }: RootHelp,
): Promise<void> {
  const summaries = await summariesIn(root)
  const all = Object.values(named).flat()
  const rest = [...summaries.keys()].filter((name) => !all.includes(name))
  const rowsOf = (names: readonly string[]) =>
    names.flatMap((name): [string, string][] => {
      const summary = summaries.get(name)
      return summary === undefined ? [] : [[name, summary]]
    })
  const width = leftWidth([...summaries])
  const parts = [...Object.entries(named), ["More", rest] as const].map(
    ([title, names]) => [title, aligned(rowsOf(names), width)] as const,
  )
  print(
    sections([
      ["", heading("upnext", metaOf(root).description ?? "")],
      ["Usage", ["  upnext <command> [flags]"]],
      ...parts,
      ["Examples", exampleLines(examples)],
      ["", footer("upnext <command> --help shows how a command is used.")],
    ]),
  )
}

// --- internal ---

/** What each first word does. A group names its commands, unless they are commands of their own too. */
async function summariesIn(root: CommandDef): Promise<ReadonlyMap<string, string>> {
  const { commands, aliases } = await listAll(root)
  const single = [...commands, ...aliases].filter(({ name }) => !name.includes(" "))
  const short = aliases.map(({ command }) => command)
  const groups = groupsOf(root).map(({ name, command }): [string, string] => {
    const words = commands.flatMap((each) => {
      const [group, word = ""] = each.name.split(" ")
      return group === name && !short.includes(each.command) ? [word] : []
    })
    const summary = metaOf(command).description ?? ""
    return [name, words.length > 0 ? `${summary}: ${words.join(", ")}` : summary]
  })
  return new Map([
    ...single.map(({ name, command }): [string, string] => [name, metaOf(command).description ?? ""]),
    ...groups,
  ])
}
