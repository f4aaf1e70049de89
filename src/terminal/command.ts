import type { CommandDef } from "citty"
import type { Flags, Parsed, Positional } from "./flags.ts"

export interface CliCommand {
  /** As it is typed after `upnext`: `task add`. */
  readonly name: string
  readonly summary: string
  readonly positionals?: readonly Positional[]
  /** How the help calls the words after `--`, which go to another program. Without it they are positionals. */
  readonly rest?: string
  readonly flags: Flags
  /** What every client command takes too; listed apart in the help. */
  readonly common?: Flags
  /** A command line (without `upnext`), and what it does. */
  readonly examples: readonly (readonly [string, string])[]
  /** Lines of the help on what flags do not tell. */
  readonly about?: readonly string[]
  /** May resolve with an exit status; what it throws is reported. */
  run(parsed: Invocation): Promise<number | undefined>
}

/** A command line as a command gets it. */
export interface Invocation extends Parsed {
  readonly rest: readonly string[]
}

/** Commands under one name. */
export interface Group {
  readonly summary: string
  readonly commands: Readonly<Record<string, CommandDef>>
}

/** Everything there is, each part imported when it is asked for. */
export interface Root {
  readonly summary: string
  readonly commands: Readonly<Record<string, () => Promise<CommandDef>>>
  readonly groups: Readonly<Record<string, () => Promise<Group>>>
  /** Short names of commands in groups: `add` for `task add`. */
  readonly aliases: Readonly<Record<string, string>>
}
