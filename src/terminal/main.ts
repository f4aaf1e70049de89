import { runCommand, type CommandDef } from "citty"
import { UpnextError } from "../errors.ts"
import { argumentsOfBare } from "./bare.ts"
import { childOf, listAll, metaOf, namesIn, type ListedCommand } from "./command-tree.ts"
import { common } from "./common-flags.ts"
import { asksForJson, wholeHelp } from "./define.ts"
import { find } from "./find-flag.ts"
import { leadingFlags, parseFlags } from "./flags.ts"
import type * as Guesses from "./guesses.ts"
import { groupHelp } from "./help.ts"
import { print } from "./output.ts"
import { report } from "./report.ts"
import { specOf } from "./spec.ts"
import { isVersion, version } from "../version.ts"
import { nameGoneDirectory } from "./working-directory.ts"
import { isTaskId, quote, withTypedIds } from "./typed.ts"

/** What is loaded for help, and for words that name no command. */
export interface HelpParts {
  /** Prints the page that the words after `upnext help` name. Resolves with false where there is none. */
  printPage(words: readonly string[]): Promise<boolean>
  guesses(): Promise<Pick<typeof Guesses, "guess" | "guessWithWord" | "isUsed">>
}

/**
 * Runs the program. A command that waits for what can never come leaves Node nothing to do, and Node then ends the process with
 * exit status 0: that is reported as the defect that it is.
 */
export async function runProgram(root: CommandDef, help: HelpParts, argv: readonly string[]): Promise<void> {
  const tell = () => report(unfinished(), asksForJson(argv))
  process.once("beforeExit", tell)
  await main(root, help, argv)
  process.off("beforeExit", tell)
}

/**
 * Runs the command that the arguments name, in citty's tree; the default is that of the root. citty hands a command only
 * what follows its name, so flags that many commands take, and that stand before it, are put behind it. Resolves when it is
 * done; the exit status is in `process.exitCode`.
 */
async function main(root: CommandDef, help: HelpParts, argv: readonly string[]): Promise<void> {
  nameGoneDirectory()
  const run = async (...rawArgs: string[]): Promise<void> => {
    await runCommand(root, { rawArgs })
  }
  const [flags, [first = "", ...after]] = splitLeading(argv)
  if (isVersion(first)) {
    print(version)
    return
  }
  if (isHelp(first)) return printHelp(root, help, after)
  if (first === "") {
    if (await areOfDefault(flags, root)) return run(...(await argumentsOfBare(argv)))
    failAlone(flags, argv)
    return
  }
  // Before an unknown flag is refused, citty would take the word behind it for a command.
  if (first.startsWith("-")) return run(root.default as string, ...argv)
  const child = childOf(root, first)
  const mean = async (meant?: Guesses.Guess) => {
    const guessed = meant ?? (await help.guesses()).guess([first, ...after], namesIn(root))
    if (guessed && "runs" in guessed) return main(root, help, [...flags, ...guessed.runs])
    const asked = after.find((word) => ["--help", "-h", wholeHelp].includes(word))
    // Without its places, a guess names the command: `approve --help` is answered with that of `review`.
    if (guessed && "meant" in guessed && asked !== undefined)
      return main(root, help, [...guessed.meant.split(/ [<-]/, 1), asked].join(" ").split(" "))
    const name = `upnext ${first}${child ? ` ${after[0] ?? ""}` : ""}`
    const isUsed = child === undefined ? (await help.guesses()).isUsed(first) : typeof child === "function"
    failUnknown(guessed, { name, isUsed }, argv)
  }
  if (child === undefined) return mean()
  if (typeof child === "function") {
    const [word = ""] = after
    const isOther =
      (/^(?:add|list|ls|cycles|task|issue)$/.test(word) && after.length > 1 && !after[1]?.startsWith("-")) ||
      (isTaskId(word) && specOf(await child())?.positionals === undefined)
    const meant = isOther ? (await help.guesses()).guessWithWord([first, ...after]) : undefined
    return meant ? mean(meant) : run(first, ...flags, ...after)
  }
  const [more, [second = "", ...rest]] = splitLeading(after)
  if (childOf(child, second)) return run(first, second, ...flags, ...more, ...rest)
  if (isHelp(second) && rest.length > 0) return printHelp(root, help, [first, ...rest])
  if (!isHelp(second) && typeof child.default === "string")
    return run(first, child.default, ...flags, ...after)
  const { commands, aliases } = await listAll(child, first)
  // The commands on tasks are those of the program.
  const listed = commands.length > 0 ? commands : aliases.filter(isUnderOwnName)
  if (isHelp(second)) groupHelp(first, child, listed)
  else if (second === "" || second.startsWith("-")) failWithout(first, listed, argv)
  else await mean()
}

// --- internal ---

function unfinished(): UpnextError {
  return new UpnextError("internal", {
    detail: "The command stopped before it had finished.",
    hint: "It is not known what the command did. Run the command again, and please report this if it happens again.",
  })
}

const isHelp = (text: string): boolean => ["--help", "-h", "help", wholeHelp].includes(text)

const isUnderOwnName = ({ name, command }: ListedCommand) => metaOf(command).name === name

/** The flags before the first word, and the rest. */
function splitLeading(args: readonly string[]): [flags: readonly string[], rest: readonly string[]] {
  const end = leadingFlags(args, common)
  return [args.slice(0, end), args.slice(end)]
}

/** Shows the page, or the help of the command, that the words name; the first page if there are none. */
async function printHelp(root: CommandDef, help: HelpParts, words: readonly string[]): Promise<void> {
  const names = words.map((word) => word.replace(/^--all$/, "all")).filter((word) => !word.startsWith("-"))
  if (!(await help.printPage(names))) await main(root, help, [...names, wholeHelp])
}

/** @param typed the words in the place of a command, and whether they run one with other words behind them */
function failUnknown(
  meant: Guesses.Guess | undefined,
  { name, isUsed }: { readonly name: string; readonly isUsed: boolean },
  argv: readonly string[],
): void {
  const says =
    meant &&
    ("says" in meant
      ? ` ${withTypedIds(meant.says, argv)}`
      : "meant" in meant
        ? ` Did you mean \`upnext ${meant.meant}\`?`
        : "")
  const what = argv.includes(wholeHelp)
    ? `There is no command or topic \`${name.replace("upnext ", "")}\`.`
    : isUsed
      ? `\`${name}\` cannot be used like this.`
      : `There is no command \`${name}\`.`
  refuse(`${what}${says ?? ""}`, "upnext help all", argv)
}

async function areOfDefault(typed: readonly string[], root: CommandDef): Promise<boolean> {
  const load = typed.length > 0 ? childOf(root, root.default as string) : undefined
  if (typeof load !== "function") return true
  const { flags, common: more } = specOf(await load()) ?? {}
  return typed.every(
    (each) => !each.startsWith("--") || find(each.slice(2).split("=")[0] ?? "", { ...flags, ...more }),
  )
}

/** Flags that only other commands take, and no command. */
function failAlone(flags: readonly string[], argv: readonly string[]): void {
  try {
    parseFlags(flags, common, [], "")
    refuse(`A command is missing after \`upnext ${flags.map(quote).join(" ")}\`.`, "upnext help all", argv)
  } catch (error) {
    report(error, asksForJson(argv))
  }
}

function failWithout(group: string, commands: readonly ListedCommand[], argv: readonly string[]): void {
  const names = commands.map(({ name }) => name).join(", ")
  refuse(`\`upnext ${group}\` needs a command: ${names}.`, `upnext ${group} --help`, argv)
}

function refuse(detail: string, help: string, argv: readonly string[]): void {
  const hint = `\`${help}\` lists the commands.`
  report(new UpnextError("invalid_input", { detail, hint }), asksForJson(argv))
}
