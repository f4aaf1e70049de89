import type { NotifyTarget } from "../config/notify-form.ts"
import { isLoopback } from "../machine/loopback.ts"
import { requestFor } from "./formats.ts"
import { linkTo, placeOf, tellNeed, type NeedMessage } from "./message.ts"
import { post, type PostOptions } from "./post.ts"

export interface Tried {
  /** Which one of the configuration, from 1. */
  readonly to: number
  readonly place: string
  /** What was sent; of a URL that is a secret it holds no part. */
  readonly sent: string
  readonly status: number | null
  /** Why there is no answer, or not a good one. */
  readonly failure?: string
}

/** Sends a message to each target, or to one of them, and says what came of it. */
export async function tryTargets(
  { targets, publicUrl }: { targets: readonly NotifyTarget[]; publicUrl: string | undefined },
  {
    to,
    now = Date.now(),
    ...how
  }: PostOptions & { readonly to?: number | undefined; readonly now?: number } = {},
): Promise<Tried[]> {
  const chosen = targets
    .map((target, i) => ({ target, n: i + 1 }))
    .filter(({ n }) => to === undefined || n === to)
  return Promise.all(
    chosen.map(async ({ target, n }) => {
      const request = requestFor(target, testMessage(publicUrl, now), now)
      const tried = { to: n, place: placeOf(target), sent: withoutTopic(request.body) }
      try {
        const status = await post(request, how)
        const isGood = status >= 200 && status < 300
        return { ...tried, status, ...(!isGood && { failure: `it answered ${status}` }) }
      } catch (error) {
        return { ...tried, status: null, failure: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}

/** What a phone that gets a message can do with it. */
export function sayReach(publicUrl: string | undefined): string {
  if (publicUrl === undefined)
    return "Messages have no link, because publicUrl is not set. Questions can be answered only at the computer."
  if (isLoopback(new URL(publicUrl).hostname))
    return `A phone cannot open ${publicUrl}, which works only on this machine. Set publicUrl to a URL that the phone can reach.`
  return `A phone that can reach ${publicUrl} can open a task by its link, such as ${linkTo(publicUrl, "T-1")}.`
}

// --- internal ---

function testMessage(publicUrl: string | undefined, now: number): NeedMessage {
  const since = new Date(now).toISOString()
  const task = { id: "T-1", title: "A test of upnext notify", priority: "P2", status: "todo" } as const
  const need = { task, why: "question", since, detail: "Did this arrive?", by: "upnext" } as const
  return {
    id: `test_${now}`,
    board: "test",
    type: "notify.test",
    needs: [tellNeed(need, publicUrl)],
    more: 0,
  }
}

/** Who knows a topic of ntfy may read it. */
const withoutTopic = (body: string) => body.replace(/^\{"topic":"[\w-]+"/, '{"topic":"…"')
