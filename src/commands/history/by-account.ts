import type { PublicEvent } from "../../domain/events/shown.ts"
import { fail } from "../../errors.ts"
import { createClient } from "../../terminal/client.ts"
import { explainWithheld } from "../../terminal/client-command.ts"
import { inFlagWords } from "../../terminal/flag-words.ts"
import { print, printJson } from "../../terminal/output.ts"
import { readSettings } from "../../terminal/settings.ts"
import { showEvent } from "../events/show.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

type HistoryFlags = Readonly<Record<string, unknown>>

/** Shows what came by an account last, the newest first. The server reads its whole log for it. */
export async function showHistoryBy(flags: HistoryFlags): Promise<number> {
  const { by, limit = 50, json } = flags as { by: string; limit?: number; json?: boolean }
  checkFlags(flags, limit)
  const settings = await readSettings(flags, process.env, settingsDirectory())
  const events: PublicEvent[] = []
  try {
    for await (const event of createClient(settings).events({ after: 0, by, once: true })) {
      // As in the history of a task, what only says that work goes on is left out.
      if (event.type !== "reset" && event.type !== "lease.renewed") events.push(event)
      if (events.length > limit) events.shift()
    }
  } catch (error) {
    throw inFlagWords(explainWithheld(error, settings), "history", (field) => ({
      shown: `--${field}`,
      description: "",
    }))
  }
  events.reverse()
  if (json === true) printJson({ events })
  else print(events.length === 0 ? "This account has done nothing." : events.map(showEvent).join("\n"))
  return 0
}

// --- internal ---

function checkFlags(flags: HistoryFlags, limit: number): void {
  const stray = ["cursor", "at", "fields"].find((name) => flags[name] !== undefined)
  if (stray !== undefined)
    fail("invalid_input", {
      detail: `--${stray} needs a task, but none is named.`,
      hint: `Name a task, or leave --${stray} out.`,
    })
  if (!Number.isInteger(limit) || limit < 1)
    fail("invalid_input", {
      detail: `--limit must be a whole number of at least 1, not ${limit}.`,
      hint: "Use digits, for example --limit 200.",
    })
}
