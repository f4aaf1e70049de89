import type { Client } from "../../client/client.ts"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { fail } from "../../errors.ts"
import { sayFlag } from "../../terminal/chosen-fields.ts"
import { line } from "../../terminal/output.ts"
import { asTyped, word } from "../../terminal/typed.ts"
import { showEvent } from "../events/show.ts"

type HistoryFlags = Readonly<Record<string, unknown>>

/** What came by an account last, the newest first, and as text. The server reads its whole log for it. */
export async function readHistoryBy(client: Client, flags: HistoryFlags) {
  const { by, limit = 50 } = flags as { by: string; limit?: number }
  checkFlags(flags, limit)
  const events: PublicEvent[] = []
  for await (const event of client.events({ after: 0, by, once: true })) {
    // As in the history of a task, what only says that work goes on is left out.
    if (event.type !== "reset" && event.type !== "lease.renewed") events.push(event)
    if (events.length > limit) events.shift()
  }
  events.reverse()
  return {
    events,
    shown: events.length === 0 ? { notice: sayNothing(by) } : events.map(showEvent).join("\n"),
  }
}

// --- internal ---

function sayNothing(name: string): string {
  const [said, typed] = [line(name), word(name)]
  return asTyped(
    `No account named ${said} has done anything. If ${said} is a name without an account: \`upnext digest --agent ${typed}\` shows the work of ${said}, \`upnext list --created-by ${typed}\` the tasks.`,
  )
}

function checkFlags(flags: HistoryFlags, limit: number): void {
  const stray = ["cursor", "at", "fields"].find((name) => flags[name] !== undefined)
  if (stray !== undefined)
    fail("invalid_input", {
      detail: `${sayFlag(stray)} needs a task, but none is named.`,
      hint: `Name a task, or leave it out.`,
    })
  if (!Number.isInteger(limit) || limit < 1)
    fail("invalid_input", {
      detail: `--limit must be a whole number of at least 1, not ${limit}.`,
      hint: "Use digits, for example --limit 200.",
    })
}
