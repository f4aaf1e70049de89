import type { CommandDef } from "citty"

export interface ListedCommand {
  /** As it is typed after `upnext`, such as `agent list`. */
  readonly name: string
  readonly command: CommandDef
}

export interface Listing {
  readonly commands: readonly ListedCommand[]
  /** Other names of commands: `task add` for `add`. */
  readonly aliases: readonly ListedCommand[]
}

type Children = Readonly<Record<string, CommandDef | (() => Promise<CommandDef>)>>

/** What may follow a command: a group as it is, or what imports a command. Our tree holds no other form of citty's. */
function childrenOf({ subCommands = {} }: CommandDef): Children {
  return subCommands as Children
}

export function childOf(command: CommandDef, word: string): Children[string] | undefined {
  return Object.hasOwn(childrenOf(command), word) ? childrenOf(command)[word] : undefined
}

/** Groups have no command of their own, so they are not imported when they are needed. */
export function groupsOf(root: CommandDef): readonly ListedCommand[] {
  return Object.entries(childrenOf(root)).flatMap(([name, child]) =>
    typeof child === "function" ? [] : [{ name, command: child }],
  )
}

/** All that can be typed: `add`, `task add`, `status`. Loads nothing. */
export function namesIn(root: CommandDef): string[] {
  return Object.entries(childrenOf(root)).flatMap(([name, child]) =>
    typeof child === "function" ? [name] : Object.keys(childrenOf(child)).map((each) => `${name} ${each}`),
  )
}

/** All commands below one, loaded. `group` is what is typed before their names. */
export async function listAll(parent: CommandDef, group = ""): Promise<Listing> {
  const found = await Promise.all(
    Object.entries(childrenOf(parent)).map(async ([name, child]): Promise<Listing> => {
      if (typeof child !== "function") {
        const { commands, aliases } = await listAll(child, name)
        const inGroup = (all: readonly ListedCommand[]) =>
          all.map((each) => ({ ...each, name: `${name} ${each.name}` }))
        return { commands: inGroup(commands), aliases: inGroup(aliases) }
      }
      const command = await child()
      // A command under another name than its own is a short name.
      const isOwn = metaOf(command).name === `${group} ${name}`.trim()
      const one = [{ name, command }]
      return isOwn ? { commands: one, aliases: [] } : { commands: [], aliases: one }
    }),
  )
  return {
    commands: found.flatMap(({ commands }) => commands),
    aliases: found.flatMap(({ aliases }) => aliases),
  }
}

/** Of a command of ours, whose `meta` is a plain object. */
export function metaOf({ meta = {} }: CommandDef): {
  readonly name?: string
  readonly description?: string
} {
  return meta as { name?: string; description?: string }
}
