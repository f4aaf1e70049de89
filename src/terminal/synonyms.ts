import { flagTable } from "./flag-guesses.ts"
import { verbTable, wordTable } from "./guess-words.ts"

type Synonyms = readonly [ours: string, theirs: string]

/** The words of other tools that run a command, by that command. */
export const commandSynonyms = (): Synonyms[] =>
  gather([...rowsOf(wordTable), ...rowsOf(verbTable, "<group> ")])

/** The flags of other tools, by the flags that they stand for. */
export const flagSynonyms = (): Synonyms[] =>
  gather(
    Object.entries(flagTable).map(([theirs, ours]): Synonyms => {
      const names = ours.includes("content") ? ["text or comment"] : ours.split(", ").map(dashed)
      return [names.join(", "), theirs.split(", ").map(dashed).join(", ")]
    }),
  )

// --- internal ---

/** The single words that mean a command for certain, and without the id of a task. */
function rowsOf(table: Readonly<Record<string, string>>, group = ""): Synonyms[] {
  return Object.entries(table).flatMap(([keys, meanings]): Synonyms[] => {
    const meaning = meanings.split(" | ").find((each) => !/^[?!]/.test(each))
    const words = keys.split(", ").flatMap((key) => /^([a-z'-]+)(?: -)?$/.exec(key)?.[1] ?? [])
    if (meaning === undefined || words.length === 0) return []
    const [command = ""] = meaning.split(/ [<-]/)
    const shown = command.replace(/^help .*/, "help").replace(/^\w+ list$/, "<group> list")
    return [[group + shown, words.join(", ")]]
  })
}

/** One row for each of ours, where it is first. */
function gather(rows: readonly Synonyms[]): Synonyms[] {
  const found = new Map<string, Set<string>>()
  for (const [ours, theirs] of rows)
    found.set(ours, new Set([...(found.get(ours) ?? []), ...theirs.split(", ")]))
  return [...found].map(([ours, theirs]): Synonyms => [ours, [...theirs].join(", ")])
}

const dashed = (name: string): string => `${name.length > 1 ? "--" : "-"}${name}`
