import type { CommandDef } from "citty"
import { UpnextError } from "../errors.ts"
import type { Listing, Root } from "./command.ts"
import { common } from "./common-flags.ts"
import { asksForJson, run } from "./define.ts"
import { leadingFlags } from "./flags.ts"
import { groupHelp } from "./help.ts"
import { print } from "./output.ts"
import { report } from "./report.ts"
import { suggest } from "./suggest.ts"

/**
 * Finds the command that the arguments name and runs it; the default is `start`. Flags that many commands
 * take may stand before the command. Resolves when it is done; the exit status is in `process.exitCode`.
 */
export async function main(root: Root, argv: readonly string[]): Promise<void> {
  const [flags, [first = "", ...after]] = splitLeading(argv)
  if (isVersion(first)) {
    print((await import("../version.ts")).version)
    return
  }
  if (isHelp(first)) return help(root, after)
  if (first === "" || first.startsWith("-")) return main(root, ["start", ...argv])
  const alias = own(root.aliases, first)
  if (alias !== undefined) return main(root, [...alias.split(" "), ...flags, ...after])
  const load = own(root.commands, first)
  if (load) return run(await load(), [...flags, ...after])
  const summary = own(root.groups, first)
  if (summary === undefined) {
    failUnknown(root, "", first, argv)
    return
  }
  const [more, [second = "", ...rest]] = splitLeading(after)
  const loadSecond = own(root.commands, `${first} ${second}`)
  if (loadSecond) return run(await loadSecond(), [...flags, ...more, ...rest])
  if (!isHelp(second)) {
    failUnknown(root, first, second, argv)
    return
  }
  if (rest.length > 0) return help(root, [first, ...rest])
  const { commands } = await listAll(root)
  const inGroup = Object.entries(commands).flatMap(([name, command]): [string, CommandDef][] =>
    name.startsWith(`${first} `) ? [[name.slice(first.length + 1), command]] : [],
  )
  groupHelp(first, { summary, commands: Object.fromEntries(inGroup) })
}

/** All commands, loaded. */
export async function listAll({ summary, commands }: Root): Promise<Listing> {
  const loaded = Object.entries(commands).map(async ([name, load]): Promise<[string, CommandDef]> => [
    name,
    await load(),
  ])
  return { summary, commands: Object.fromEntries(await Promise.all(loaded)) }
}

// --- internal ---

const isHelp = (text: string): boolean => ["--help", "-h", "help"].includes(text)
const isVersion = (text: string): boolean => ["--version", "-V", "-v", "version"].includes(text)

/** The flags before the first word, and the rest. */
function splitLeading(args: readonly string[]): [flags: readonly string[], rest: readonly string[]] {
  const end = leadingFlags(args, common)
  return [args.slice(0, end), args.slice(end)]
}

/** Shows the help of the command that the words name, or of the whole program if there are none. */
async function help(root: Root, words: readonly string[]): Promise<void> {
  const names = words.filter((word) => !word.startsWith("-"))
  if (names.length > 0) return main(root, [...names, "--help"])
  groupHelp("", await listAll(root), Object.keys(root.aliases))
}

function failUnknown(root: Root, group: string, word: string, argv: readonly string[]): void {
  const name = `upnext ${group}`.trim()
  const all = Object.keys(root.commands)
  const known = all.flatMap((each) => (each.startsWith(`${group} `) ? [each.slice(group.length + 1)] : []))
  const meant = suggest(word, group, [...Object.keys(root.aliases), ...all])
  const detail =
    word === "" || word.startsWith("-")
      ? `\`${name}\` needs a command: ${known.join(", ")}.`
      : `There is no command \`${name} ${word}\`.${meant ? ` Did you mean \`upnext ${meant}\`?` : ""}`
  const hint = `\`${name} --help\` lists the commands.`
  report(new UpnextError("invalid_input", { detail, hint }), argv.some(asksForJson))
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
