import { basename, dirname, join, resolve } from "node:path"
import { findUserDirectory } from "../machine/own-home.ts"

/**
 * What to type in a new shell to run this program: `upnext` if it is installed, else the way it was started.
 * `script` is `process.argv[1]`.
 */
export function programName(script: string, env: Readonly<Record<string, string | undefined>>): string {
  if (basename(script) !== "upnext") return `node ${quote(resolve(script))}`
  // npm adds these directories to the PATH of the programs that it starts. A new shell does not have them.
  const isLocal = env.npm_command === "exec" || dirname(script).endsWith(join("node_modules", ".bin"))
  return isLocal ? "npx upnext" : "upnext"
}

/**
 * A hint with the commands in it as they are typed where the program is installed in a project, where a shell does not
 * find `upnext`. `script` is `process.argv[1]`.
 */
export function asTyped(
  hint: string,
  script: string = process.argv[1] ?? "",
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const name = programName(script, env)
  return name === "npx upnext" ? hint.replace(/(`|: )upnext /g, `$1${name} `) : hint
}

/** The flag with which a command in a new shell finds the server of this home. */
export function homeArgument(home: string): string {
  return home === join(findUserDirectory(), ".upnext") ? "" : ` --home ${quote(home)}`
}

/** Quotes a word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The same in double quotes, where they hold it as well: they are easier to read around a text. */
export function quoteText(text: string): string {
  return /^[^"$`\\!\n]*$/.test(text) && quote(text) !== text ? `"${text}"` : quote(text)
}

/** A name that somebody chose, as a word of a command in a hint; what stands for one, as `<name>`, stays. */
export function word(name: string): string {
  return /^<[a-z]+>$/.test(name) ? name : quote(name)
}

/** Puts the first two ids that were typed in place of T-1 and T-2 in a sentence. */
export function withTypedIds(sentence: string, argv: readonly string[] = process.argv.slice(2)): string {
  const ids = argv
    .map((arg) => arg.replace(/^--id=/, ""))
    // A number behind a flag is its value.
    .filter((arg, i) => isTaskId(arg) && !(/^\d/.test(arg) && argv[i - 1]?.startsWith("-")))
    .map((id) => fullTaskId(id).toUpperCase())
  if (ids.length === 0) return sentence
  return sentence.replace(/\bT-([12])\b/g, (example, place) => {
    const other = ids.includes(example) ? "<id>" : example
    return ids[Number(place) - 1] ?? other
  })
}

/** `T-7`, `t-7`, `#7` and `7` name a task. */
export const isTaskId = (text: string): boolean => /^(?:t-|#)?\d+$/i.test(text)

/** `T-7` for `#7` and `7`; anything else as it is. */
export const fullTaskId = (text: string): string => text.replace(/^#?(?=\d)/, "T-")
