import { UpnextError } from "../../errors.ts"
import { startAsking } from "../../terminal/ask.ts"
import { isByPerson } from "../../terminal/coding-agents.ts"
import { isTerminal } from "../../terminal/output.ts"

/** The lesson that a person at a terminal gives where the server asks for one; undefined where they cannot be asked. */
export async function askForLesson(id: string, refusal: unknown): Promise<string | undefined> {
  const isAsked = refusal instanceof UpnextError && refusal.code === "reflection_required"
  if (!isAsked || !isTerminal() || !isByPerson(process.env)) return undefined
  const asking = await startAsking()
  try {
    const lesson = await asking.ask(`What did you learn from ${id}? One sentence (empty: leave it open): `)
    return lesson.trim() || undefined
  } finally {
    asking.end()
  }
}
