import { UpnextError } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { isByPerson } from "../../terminal/coding-agents.ts"
import { hintOf } from "../../terminal/hints.ts"
import { noteError, noteHint } from "../../terminal/named-note.ts"
import { isTerminal, line } from "../../terminal/output.ts"
import { specOf } from "../../terminal/spec.ts"
import { wayBack } from "../../terminal/task-ways.ts"

type Opposite = keyof typeof opposites

/**
 * Where the last action cannot be undone, but another command does the opposite, asks a person whether to run that one.
 * @returns the exit status
 * @throws the error, where there is no such command or nobody to ask
 */
export async function offerInstead(
  error: unknown,
  flags: Readonly<Record<string, unknown>>,
): Promise<number> {
  const [way] = (error instanceof UpnextError && wayBack(error.facts)) || []
  const [, name, id] = /^(release|claim) (T-\d+)$/.exec(way ?? "") ?? []
  if (!(error instanceof UpnextError) || name === undefined || id === undefined || flags["json"] === true)
    throw error
  if (!canAsk() || !isTerminal() || !isByPerson(process.env)) throw error
  noteError(line(error.message))
  if (!(await confirm(`${name.charAt(0).toUpperCase()}${name.slice(1)} ${id} instead?`))) {
    noteHint(line(hintOf(error)))
    return 1
  }
  const own = Object.entries(flags).filter(([flag]) => passedOn.includes(flag))
  const command = specOf(await opposites[name as Opposite]())
  return (await command?.run({ flags: Object.fromEntries(own), positionals: [id], rest: [] })) ?? 0
}

// --- internal ---

const opposites = {
  release: async () => (await import("../task/release.ts")).default,
  claim: async () => (await import("../task/claim.ts")).default,
}

/** Who acts, and where. */
const passedOn: readonly string[] = ["agent", "session", "home", "url", "token", "quiet"]
