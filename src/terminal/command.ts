import type { CommandDef } from "citty"
import type { Flags, Parsed, Positional } from "./flags.ts"

export interface CliCommand {
  /** As it is typed after `upnext`, such as `task add`. */
  readonly name: string
  readonly summary: string
  readonly positionals?: readonly Positional[]
  /** What the help calls the words after `--`, which go to another program. If absent, they are positionals. */
  readonly rest?: string
  readonly flags: Flags
  /** Flags that every client command has; the help lists them separately. */
  readonly common?: Flags
  /** Command lines without `upnext`, each with what it does. */
  readonly examples: readonly (readonly [string, string])[]
  /** Lines of the help about what the flags do not explain. */
  readonly about?: readonly string[]
  /** May resolve with an exit status. An error that it throws is reported. */
  run(parsed: Invocation): Promise<number | undefined>
}

/** A command line as a command gets it. */
export interface Invocation extends Parsed {
  readonly rest: readonly string[]
}

/** Commands as they are listed together, by the names that the list shows. */
export interface Listing {
  readonly summary: string
  readonly commands: Readonly<Record<string, CommandDef>>
}

export interface Root {
  readonly summary: string
  /** By their whole names, such as `task add`. A command loads nothing of the others, so each is imported when it is needed. */
  readonly commands: Readonly<Record<string, () => Promise<CommandDef>>>
  /** The first words of commands with two, each with its summary. */
  readonly groups: Readonly<Record<string, string>>
  /** Short names of commands in groups: `add` for `task add`. */
  readonly aliases: Readonly<Record<string, string>>
}
