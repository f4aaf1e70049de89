import { defineCommand, runCommand, type CommandDef } from "citty"
import { UpnextError } from "../errors.ts"
import type { CliCommand, Invocation } from "./command.ts"
import { parseFlags } from "./flags.ts"
import { commandHelp } from "./help.ts"
import { report } from "./report.ts"

// The commands of the server are built apart from the others; both know it by this.
const spec = Symbol.for("upnext.command")

/**
 * A citty command with manners. citty is told nothing of the flags, for it lets unknown ones and missing values
 * pass and knows neither numbers nor repetition: they are read from the raw arguments.
 */
export function define(command: CliCommand): CommandDef {
  const defined = defineCommand({
    meta: { name: command.name, description: command.summary },
    run: ({ rawArgs }) => invoke(command, rawArgs),
  })
  return Object.assign(defined, { [spec]: command })
}

/** What a command was defined as. */
export function specOf(command: CommandDef & { readonly [spec]?: CliCommand }): CliCommand | undefined {
  return command[spec]
}

/** Runs a command; the exit status is in `process.exitCode`. */
export async function run(command: CommandDef, args: readonly string[]): Promise<void> {
  await runCommand(command, { rawArgs: [...args] })
}

// --- internal ---

async function invoke(command: CliCommand, args: readonly string[]): Promise<void> {
  const end = args.indexOf("--")
  const own = end < 0 ? args : args.slice(0, end)
  if (own.includes("--help") || own.includes("-h")) {
    commandHelp(command)
    return
  }
  try {
    const status = await command.run(read(command, args))
    if (status !== undefined) process.exitCode = status
  } catch (error) {
    report(error, own.includes("--json"))
  }
}

function read(
  { name, flags, common, positionals = [], rest, examples }: CliCommand,
  args: readonly string[],
): Invocation {
  const end = rest === undefined ? -1 : args.indexOf("--")
  const own = end < 0 ? args : args.slice(0, end)
  try {
    return {
      ...parseFlags(own, { ...flags, ...common }, positionals),
      rest: end < 0 ? [] : args.slice(end + 1),
    }
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    throw new UpnextError(error.code, {
      detail: error.message,
      hint: `\`upnext ${name} --help\` shows how it is used${rest === undefined ? "" : `, such as \`upnext ${examples[0]?.[0] ?? name}\``}.`,
      ...(error.errors && { errors: error.errors }),
    })
  }
}
