import type { CommandDef } from "citty"
import type { CliCommand } from "../command.ts"
import { groupsOf, listAll, type ListedCommand } from "../command-tree.ts"
import { specOf } from "../define.ts"
import type { Flag, Positional } from "../flags.ts"

/** All that can be typed. */
export interface Tree {
  /** What may follow `upnext`, with what it is. */
  readonly first: readonly Word[]
  /** What may follow a group, by its name. */
  readonly groups: readonly { readonly name: string; readonly words: readonly Word[] }[]
  readonly commands: readonly Leaf[]
}

export interface Word {
  readonly name: string
  readonly summary: string
}

export interface Leaf {
  /** `task add`. */
  readonly name: string
  readonly positionals: readonly Positional[]
  readonly flags: readonly Option[]
  /** What may follow `--`, if anything may. */
  readonly rest: string | undefined
}

export interface Option extends Flag {
  readonly name: string
}

/** What can be typed in citty's tree of commands. */
export async function toTree(root: CommandDef): Promise<Tree> {
  const all = await listAll(root)
  const specs = all.commands.flatMap(withSpec)
  const short = all.aliases.flatMap(withSpec)
  const groups = groupsOf(root).map(({ name: group }) => ({
    name: group,
    words: specs.flatMap(({ name, spec }) =>
      name.startsWith(`${group} `) ? [{ name: name.slice(group.length + 1), summary: spec.summary }] : [],
    ),
  }))
  const single = specs.filter(({ name }) => !name.includes(" "))
  return {
    first: [
      ...[...single, ...short].map(({ name, spec }) => ({ name, summary: spec.summary })),
      ...groups.map(({ name, words }) => ({ name, summary: words.map((word) => word.name).join(", ") })),
      { name: "help", summary: "Show how a command is used" },
    ],
    groups,
    commands: [...specs, ...short].map(({ name, spec }) => toLeaf(name, spec)),
  }
}

export function takesValue({ kind }: Flag): boolean {
  return kind !== "boolean"
}

/** What a shell can offer if the values are not a fixed list. */
export type Offer = "directory" | "file" | LiveList

/** What only the running server knows: `upnext completions tasks` prints it. */
export type LiveList = (typeof liveLists)[number]

export const liveLists = ["tasks", "agents"] as const

export function offerFor({
  name,
  value,
}: {
  readonly name: string
  readonly value?: string
}): Offer | undefined {
  if (name === "file") return "file"
  return value === "directory" ? "directory" : liveValues[name]
}

// --- internal ---

/** The flags and arguments whose value is a task or an agent, by name. */
const liveValues: Readonly<Record<string, LiveList>> = {
  id: "tasks",
  "blocked-by": "tasks",
  task: "tasks",
  agent: "agents",
  assignee: "agents",
  reviewer: "agents",
  "not-assignee": "agents",
  "not-reviewer": "agents",
  "created-by": "agents",
  name: "agents",
}

function withSpec({ name, command }: ListedCommand): { name: string; spec: CliCommand }[] {
  const spec = specOf(command)
  return spec ? [{ name, spec }] : []
}

const help: Option = { name: "help", kind: "boolean", description: "show how it is used", short: "h" }

function toLeaf(name: string, { flags, common, positionals = [], rest }: CliCommand): Leaf {
  const options = Object.entries({ ...flags, ...common }).map(([each, flag]) => ({ name: each, ...flag }))
  return { name, positionals, flags: [...options, help], rest }
}
