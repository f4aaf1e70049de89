import type { CommandDef } from "citty"
import { UpnextError } from "../errors.ts"
import { nearest } from "../nearest.ts"
import type { Group, Root } from "./command.ts"
import { run } from "./define.ts"
import { groupHelp } from "./help.ts"
import { print } from "./output.ts"
import { report } from "./report.ts"

/**
 * Finds the command that the arguments name and runs it; `start` where they name none. Resolves when it is done;
 * the exit status is in `process.exitCode`.
 */
export async function main(root: Root, argv: readonly string[]): Promise<void> {
  const [first = "", second = "", ...rest] = argv
  if (isVersion(first)) {
    print((await import("../version.ts")).version)
    return
  }
  if (isHelp(first)) {
    groupHelp("upnext", await flatten(root))
    return
  }
  if (first === "help") return main(root, second === "" ? ["--help"] : [second, ...rest, "--help"])
  if (first === "" || first.startsWith("-")) return main(root, ["start", ...argv])
  const load = own(root.commands, first)
  if (load) return run(await load(), argv.slice(1))
  const group = await own(root.groups, first)?.()
  const command = group && own(group.commands, second)
  if (command) return run(command, rest)
  if (group && isHelp(second)) groupHelp(`upnext ${first}`, group)
  else if (group) failUnknown(`upnext ${first}`, second, Object.keys(group.commands), argv)
  else failUnknown("upnext", first, [...Object.keys(root.commands), ...Object.keys(root.groups)], argv)
}

/** The commands of the root and of all groups, under their whole names. */
export async function flatten({ summary, commands, groups }: Root): Promise<Group> {
  const all: Record<string, CommandDef> = {}
  for (const [name, load] of Object.entries(commands)) all[name] = await load()
  for (const [name, load] of Object.entries(groups)) {
    for (const [command, each] of Object.entries((await load()).commands)) all[`${name} ${command}`] = each
  }
  return { summary, commands: all }
}

// --- internal ---

const isHelp = (text: string): boolean => text === "--help" || text === "-h"
const isVersion = (text: string): boolean => ["--version", "-v", "version"].includes(text)

function failUnknown(name: string, word: string, known: readonly string[], argv: readonly string[]): void {
  const meant = nearest(word, known)
  const detail =
    word === "" || word.startsWith("-")
      ? `\`${name}\` needs a command: ${known.join(", ")}.`
      : `There is no command \`${name} ${word}\`.${meant ? ` Did you mean \`${name} ${meant}\`?` : ""}`
  const hint = `\`${name} --help\` lists the commands.`
  report(new UpnextError("invalid_input", { detail, hint }), argv.includes("--json"))
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
