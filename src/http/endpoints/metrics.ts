import * as z from "zod"
import type { StatsView } from "../../domain/wire/stats-schema.ts"
import type { UsageTotal } from "../../domain/wire/usage/usage-schemas.ts"
import type { NowView } from "../../domain/wire/tasks/now-schema.ts"
import { statuses } from "../../domain/wire/enums.ts"
import type { Engine } from "../../engine/api.ts"
import { contentType, renderFamilies, single, type Family } from "../../metrics/family.ts"
import type { Auth } from "../request/auth.ts"
import type { Invoke } from "./invoke.ts"
import { nodeOf } from "../request/exchange.ts"
import { text } from "../reply/reply.ts"
import type { Route } from "../route.ts"

export interface MetricsOptions {
  readonly engine: Engine
  readonly auth: Auth
  readonly version: string
  readonly invoke: Invoke
  /** What others count: requests, commits, the process. */
  readonly sources: readonly (() => Family[])[]
  openStreams(): number
}

/** The server's counters, in the text format of Prometheus. They contain no text from the board. */
export function createMetricsRoute(options: MetricsOptions): Route {
  const { engine, auth, version, invoke, sources, openStreams } = options
  return {
    method: "GET",
    path: "/metrics",
    doc: {
      name: "metrics",
      summary: "Get metrics for Prometheus: requests, commits, tasks by status, and the process state",
      description:
        "The metrics contain only numbers and operation names. A request costs the same on a board of any size.",
      access: "read",
      answers: [
        { status: 200, meaning: "Metrics in the text format 0.0.4", content: { "text/plain": z.string() } },
      ],
    },
    async handle(event) {
      await auth.identify(nodeOf(event).req, { name: "metrics", access: "read" })
      const { status } = engine.health()
      const families = [
        {
          ...single("gauge", "build_info", "The version of the server; the value is always 1", 1),
          samples: [{ value: 1, labels: { version } }],
        },
        single(
          "gauge",
          "writable",
          "1 while the server can write, otherwise 0",
          Number(status === "ok" || status === "degraded"),
        ),
        single("gauge", "seq", "The seq of the last durable event", engine.seq),
        single("gauge", "streams", "Open event streams", openStreams()),
        ...(await countTasks(invoke)),
        ...sources.flatMap((read) => read()),
      ]
      return text(200, contentType, renderFamilies(families))
    },
  }
}

// --- internal ---

/** The board maintains these numbers, so each request costs the same however many tasks there are. */
async function countTasks(invoke: Invoke): Promise<Family[]> {
  const ask = (name: string, input: Readonly<Record<string, unknown>>) =>
    invoke(name, input, {}, { signal: new AbortController().signal, look: () => undefined })
  const list = { limit: 1, compact: true }
  const [present, used, ...pages] = await Promise.all([
    ask("now.read", {}),
    ask("stats.read", { days: 1 }),
    ...statuses.map((status) => ask("task.list", { ...list, status: [status] })),
  ])
  const { now } = present as { readonly now: NowView }
  return [
    ...usedFamilies((used as { readonly stats: StatsView }).stats.usage?.ever),
    {
      name: "tasks",
      help: "Tasks by status",
      type: "gauge",
      samples: statuses.map((status, i) => ({
        value: (pages[i] as { readonly total: number }).total,
        labels: { status },
      })),
    },
    single("gauge", "tasks_ready", "Tasks that can be started now", now.ready),
    single("gauge", "tasks_working", "Tasks in progress", now.working),
    single("gauge", "tasks_stuck", "Open tasks whose work has stopped", now.stuck),
    single("gauge", "tasks_needing_people", "Tasks that are waiting for a person", now.needsYou),
  ]
}

/** There where something was told, and never less than before. */
function usedFamilies(ever: UsageTotal | undefined): Family[] {
  if (!ever) return []
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, cost = 0 } = ever
  const kinds = {
    input: inputTokens,
    output: outputTokens,
    cache_read: cacheReadTokens,
    cache_write: cacheWriteTokens,
  }
  return [
    {
      name: "used_tokens_total",
      help: "Tokens that attempts reported as used; cached tokens also count as input",
      type: "counter",
      samples: Object.entries(kinds).map(([kind, value]) => ({ value, labels: { kind } })),
    },
    single("counter", "used_dollars_total", "Costs in US dollars that attempts reported", cost),
  ]
}
