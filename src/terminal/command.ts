import type { Flags, Positional } from "./flag.ts"
import type { Parsed } from "./flags.ts"

export interface CliCommand {
  /** As it is typed after `upnext`, such as `agent list`. */
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
  /** The operation whose fields `--fields` chooses from. */
  readonly reads?: string
  /** Lines of the help about what the flags do not explain. */
  readonly about?: readonly string[]
  /** May resolve with an exit status. An error that it throws is reported. */
  run(parsed: Invocation): Promise<number | undefined>
}

export interface Invocation extends Parsed {
  readonly rest: readonly string[]
}
