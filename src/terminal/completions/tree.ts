import type { CommandDef } from "citty"
import type { CliCommand } from "../command.ts"
import { groupsOf, listAll, type ListedCommand } from "../command-tree.ts"
import { valueName } from "../flag-values.ts"
import type { Flag, Positional } from "../flag.ts"
import { specOf } from "../spec.ts"
import { offerFor, offerForArgument, takesCommas, type Offer } from "./offers.ts"

/** All that can be typed. */
export interface Tree {
  /** What may follow `upnext`, with what it is. */
  readonly first: readonly Word[]
  /** What may follow `upnext help`: commands and topics. */
  readonly help: readonly Word[]
  /** What may follow a group, by its name. */
  readonly groups: readonly { readonly name: string; readonly words: readonly Word[] }[]
  readonly commands: readonly Leaf[]
}

export interface Word {
  readonly name: string
  readonly summary: string
}

export interface Leaf {
  /** `add`. */
  readonly name: string
  readonly positionals: readonly Argument[]
  readonly flags: readonly Option[]
  /** What may follow `--`, if anything may. */
  readonly rest: string | undefined
}

export interface Argument extends Positional {
  readonly offer: Offer | undefined
}

export interface Option extends Flag {
  readonly name: string
  readonly offer: Offer | undefined
  /** One value may be several, with commas. */
  readonly hasCommas: boolean
  /** Where its value stands. `joined`: behind a `=`, if it has one. */
  readonly takes: "nothing" | "word" | "joined"
}

/** What can be typed in citty's tree of commands. */
export async function toTree(root: CommandDef, topics: readonly Word[]): Promise<Tree> {
  const all = await listAll(root)
  const specs = all.commands.flatMap(specIn)
  const others = all.aliases.flatMap(specIn)
  const groups = groupsOf(root).map(({ name: group }) => ({
    name: group,
    words: [...specs, ...others].flatMap(({ name, spec }) => {
      const word = name.slice(group.length + 1)
      // A command under another name than its own is taken, and not offered.
      const isOwn = spec.name === name || spec.name === word
      return isOwn && name === `${group} ${word}` ? [{ name: word, summary: spec.summary }] : []
    }),
  }))
  const single = specs.filter(({ name }) => !name.includes(" "))
  const first = [
    ...single.map(({ name, spec }) => ({ name, summary: spec.summary })),
    ...groups.map(({ name, words }) => ({ name, summary: words.map((word) => word.name).join(", ") })),
  ]
  const more = topics.filter((topic) => !first.some(({ name }) => name === topic.name))
  return {
    first: [...first, { name: "help", summary: "Show how a command is used" }],
    help: [...first, ...more],
    groups,
    commands: [...specs, ...others].map(({ name, spec }) => toLeaf(name, spec)),
  }
}

// --- internal ---

function specIn({ name, command }: ListedCommand): { name: string; spec: CliCommand }[] {
  const spec = specOf(command)
  return spec ? [{ name, spec }] : []
}

const help: Flag = { kind: "boolean", description: "show how the command is used", short: "h" }

function toLeaf(name: string, { flags, common, positionals = [], rest, reads }: CliCommand): Leaf {
  const options = Object.entries({ ...flags, ...common, help }).map(([each, flag]): Option => {
    const named = { name: each, ...flag, value: valueName(each, flag) }
    return {
      ...named,
      offer: offerFor(named, reads),
      hasCommas: takesCommas(named),
      takes: flag.kind === "maybe" || flag.accepts ? "joined" : flag.kind === "boolean" ? "nothing" : "word",
    }
  })
  const args = positionals.filter(({ isHidden }) => !isHidden)
  return {
    name,
    positionals: args.map((each) => ({ ...each, offer: offerForArgument(each) })),
    flags: options,
    rest,
  }
}
