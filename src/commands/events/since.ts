import type { Client } from "../../client/client.ts"

/** The last event before this moment, in ms; 0 if there is none. A sample of the log says from where on to look. */
export async function eventBefore(client: Client, since: number): Promise<number> {
  const { log } = await client.log.read({ points: 200 })
  let seq = log.points.findLast(({ at }) => Date.parse(at) < since)?.seq ?? 0
  for await (const event of client.events({ after: seq, once: true })) {
    if (!("at" in event) || Date.parse(event.at) >= since) break
    seq = event.seq
  }
  return seq
}
