import type { Client } from "../../client/client.ts"
import { placeText } from "../../domain/wire/place.ts"
import { quoted } from "./quoted.ts"

/** What a review asks of the task that this session goes on with, in one line; empty where it asks nothing. */
export async function askedChanges(client: Client, id: string): Promise<string> {
  const { handoff } = await client.task.read({ id, handoff: true })
  const review = handoff?.review
  if (!review) return ""
  const { reviewer, comment, lines = [], linesOmitted = 0 } = review
  const words = comment === null ? "" : `: ${quoted(comment, 160)}`
  const onLines = lines
    .slice(0, mostLines)
    .map(({ place, content }) => `${quoted(placeText(place), 80)}: ${quoted(content, 60)}`)
  const more = lines.length - onLines.length + linesOmitted
  const at = onLines.length === 0 ? "" : ` At ${onLines.join("; at ")}${more > 0 ? `; ${more} more` : ""}.`
  return `${quoted(reviewer, 20)} requested changes of ${id}${words}.${at} All of it: \`upnext task show ${id}\`.`
}

// --- internal ---

const mostLines = 5
