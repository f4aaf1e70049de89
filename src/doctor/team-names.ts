import { lookKey } from "../domain/wire/look-alike.ts"
import { ok, warn, type Check } from "./check.ts"

/** Misleading names on the board: names that look alike, and names of agents for whom tasks wait in vain. */
export const names: Check = {
  name: "names",
  async look({ findClientAddress }) {
    // If the server does not answer, earlier checks have reported why.
    const read = await findClientAddress()
      .then(({ readNames }) => readNames())
      .catch(() => undefined)
    if (!read) return undefined
    const alike = alikeIn(read.names)
    if (alike.length > 0)
      return warn(
        `these names look alike: ${alike.map((each) => each.map(shown).join(" and ")).join("; ")}.`,
        "Reassign the work under the wrong name with `upnext edit <id> --assignee <name>`, then remove that name with `upnext agent delete <name>`.",
        { alike },
      )
    if (read.stuck.length > 0)
      return warn(
        `no agent can do ${read.stuck.map(({ id, why }) => `${id} (${why})`).join(", ")}.`,
        "Choose another assignee, or describe the right agent with `upnext agent describe <name>`.",
        { stuck: read.stuck },
      )
    return ok("every task has someone who can do it, and no two names look alike")
  },
}

// --- internal ---

function alikeIn(known: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const name of known) {
    const look = lookKey(name)
    const group = groups.get(look) ?? []
    if (!group.some((each) => each.toLowerCase() === name.toLowerCase())) groups.set(look, [...group, name])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Characters that are not plain are written out, because they are what distinguishes the names. */
function shown(name: string): string {
  const code = (letter: string) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}`
  return `"${name.replaceAll(/[^ -~]/gu, code)}"`
}
