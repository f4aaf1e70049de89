import { runCommand, type CommandDef } from "citty"
import { UpnextError } from "../errors.ts"
import { childOf, listAll, namesIn } from "./command-tree.ts"
import { common } from "./common-flags.ts"
import { asksForJson } from "./define.ts"
import { leadingFlags } from "./flags.ts"
import { groupHelp } from "./help.ts"
import { print } from "./output.ts"
import { report } from "./report.ts"
import { printRootHelp, type RootHelp } from "./root-help.ts"
import { suggest } from "./suggest.ts"
import { isVersion, version } from "../version.ts"
import { nameGoneDirectory } from "./working-directory.ts"

/**
 * Runs the program. A command that waits for what can never come leaves Node nothing to do, and Node then ends the process with
 * exit status 0: that is reported as the defect that it is.
 */
export async function runProgram(
  root: CommandDef,
  rootHelp: RootHelp,
  argv: readonly string[],
): Promise<void> {
  const tell = () => report(unfinished(), argv.some(asksForJson))
  process.once("beforeExit", tell)
  await main(root, rootHelp, argv)
  process.off("beforeExit", tell)
}

/**
 * Runs the command that the arguments name, in citty's tree; the default is that of the root. citty hands a command only
 * what follows its name, so flags that many commands take, and that stand before it, are put behind it. Resolves when it is
 * done; the exit status is in `process.exitCode`.
 */
async function main(root: CommandDef, rootHelp: RootHelp, argv: readonly string[]): Promise<void> {
  nameGoneDirectory()
  const run = async (...rawArgs: string[]): Promise<void> => {
    await runCommand(root, { rawArgs })
  }
  const [flags, [first = "", ...after]] = splitLeading(argv)
  if (isVersion(first)) {
    print(version)
    return
  }
  if (isHelp(first)) return help(root, rootHelp, after)
  if (first === "") return run(...argv)
  // Before an unknown flag is refused, citty would take the word behind it for a command.
  if (first.startsWith("-")) return run(root.default as string, ...argv)
  const child = childOf(root, first)
  if (typeof child === "function") return run(first, ...flags, ...after)
  if (child === undefined) {
    failUnknown(root, "", first, argv)
    return
  }
  const [more, [second = "", ...rest]] = splitLeading(after)
  if (childOf(child, second)) return run(first, second, ...flags, ...more, ...rest)
  if (isHelp(second) && rest.length > 0) return help(root, rootHelp, [first, ...rest])
  if (!isHelp(second) && typeof child.default === "string")
    return run(first, child.default, ...flags, ...after)
  const listing = await listAll(child, first)
  const known = listing.commands.map(({ name }) => name)
  if (isHelp(second)) groupHelp(first, child, listing)
  else failUnknown(root, first, second, argv, known)
}

// --- internal ---

function unfinished(): UpnextError {
  return new UpnextError("internal", {
    detail: "The command ended before it was done.",
    hint: "It is not known what it did. Run it again; please report it if that happens again.",
  })
}

const isHelp = (text: string): boolean => ["--help", "-h", "help"].includes(text)

/** The flags before the first word, and the rest. */
function splitLeading(args: readonly string[]): [flags: readonly string[], rest: readonly string[]] {
  const end = leadingFlags(args, common)
  return [args.slice(0, end), args.slice(end)]
}

/** Shows the help of the command that the words name, or of the whole program if there are none. */
async function help(root: CommandDef, rootHelp: RootHelp, words: readonly string[]): Promise<void> {
  const names = words.filter((word) => !word.startsWith("-"))
  if (names.length > 0) return main(root, rootHelp, [...names, "--help"])
  await printRootHelp(root, rootHelp)
}

/** @param known the names of the commands in the group, if it is one */
function failUnknown(
  root: CommandDef,
  group: string,
  word: string,
  argv: readonly string[],
  known: readonly string[] = [],
): void {
  const name = `upnext ${group}`.trim()
  const meant = suggest(word, group, namesIn(root))
  const detail =
    word === "" || word.startsWith("-")
      ? `\`${name}\` needs a command: ${known.join(", ")}.`
      : `There is no command \`${name} ${word}\`.${meant ? ` Did you mean \`upnext ${meant}\`?` : ""}`
  const hint = `\`${name} --help\` lists the commands.`
  report(new UpnextError("invalid_input", { detail, hint }), argv.some(asksForJson))
}
