import type { CommandDef } from "citty"
import type { CliCommand } from "./command.ts"

// The commands and the server are in bundles of their own. Both recognise a command by this symbol.
const spec = Symbol.for("upnext.command")

/** citty's command, with ours on it. */
export function withSpec(defined: CommandDef, command: CliCommand): CommandDef {
  return Object.assign(defined, { [spec]: command })
}

export function specOf(command: CommandDef & { readonly [spec]?: CliCommand }): CliCommand | undefined {
  return command[spec]
}
