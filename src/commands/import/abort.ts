import { basename, resolve } from "node:path"
import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"

type Import = OutputOf<"import.list">["imports"][number]

/** Takes an import back: the one of an id, the last one of a file, or the one that has not ended. */
export async function takeBack(client: Client, named: string | undefined, isJson: boolean): Promise<void> {
  const found = await find(client, named)
  const answer = await client.import.abort({ id: found })
  if (isJson) {
    printJson(answer)
    return
  }
  const { import: taken, putBack, left } = answer
  print(
    [
      `${style.green("✓")} Undone: ${style.bold(taken.id)} (${line(taken.name)}). ${taken.added} in the trash, ${putBack} as they were before`,
      ...(left.length > 0 ? [`Kept, because they have changed again since then: ${left.join(", ")}`] : []),
    ].join("\n"),
  )
}

// --- internal ---

async function find(client: Client, named: string | undefined): Promise<string> {
  if (named === undefined) {
    const { open } = await client.import.list({ limit: 1 })
    return open?.id ?? failNone("There is no unfinished import.")
  }
  if (/^I-\d+$/i.test(named)) return named
  const name = named === "-" ? "standard input" : basename(resolve(named))
  let cursor: string | undefined
  do {
    const { imports, next } = await client.import.list({ cursor, limit: 500 })
    const found = imports.find((each) => each.name === name && isThere(each))
    if (found) return found.id
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return failNone(`No import of ${line(name)} can be undone.`)
}

/** The same file again changes nothing, so there is nothing to take back. */
function isThere({ state, added, changed }: Import): boolean {
  return state === "open" || (state === "ended" && added + changed > 0)
}

function failNone(detail: string): never {
  fail("import_not_found", { detail, hint: "`upnext undo --list` shows what can be undone." })
}
