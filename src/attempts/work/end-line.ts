import type { Client } from "../../client/client.ts"
import type { JobOutcome } from "./outcome.ts"

/**
 * A worker's results in one line: `3 done, 1 failed (retries at 06:30), 2 waiting for T-7`. Each task counts once,
 * by its last outcome. Information that the server can no longer give is left out.
 * @param client does not wait long for an answer, because the worker ends now
 */
export async function endLine(
  client: Client,
  last: ReadonlyMap<string, Pick<JobOutcome, "outcome" | "landed">>,
  filter: { readonly project?: string | undefined; readonly tags: readonly string[] },
): Promise<string> {
  const of = (wanted: string) =>
    [...last].flatMap(([id, { outcome, landed }]) =>
      (landed === false ? "unlanded" : outcome) === wanted ? [id] : [],
    )
  const said = Object.entries(words).flatMap(([outcome, word]) => {
    const count = of(outcome).length
    return count === 0 ? [] : [{ outcome, text: `${count} ${word}` }]
  })
  const [rest, waiting] = await Promise.all([
    restOf(client, of("failed")).catch(() => ""),
    waitingOf(client, filter).catch(() => []),
  ])
  const done = said.map(({ outcome, text }) => (outcome === "failed" ? text + rest : text))
  return [...(done.length === 0 ? ["nothing done"] : done), ...waiting].join(", ")
}

// --- internal ---

const words: Readonly<Record<JobOutcome["outcome"] | "unlanded", string>> = {
  done: "done",
  review: "in review",
  failed: "failed",
  unlanded: "not landed",
  blocked: "blocked",
  returned: "given back",
  limit: "at a limit",
  lost: "lost",
}

/** When the first of the tasks that failed is offered again. */
async function restOf(client: Client, failed: readonly string[]): Promise<string> {
  if (failed.length === 0) return ""
  const { tasks } = await client.task.list({
    ids: [...failed],
    fields: ["backoffUntil"],
    limit: failed.length,
  })
  const times = tasks.flatMap(({ backoffUntil }) => backoffUntil ?? []).sort()
  return times[0] === undefined ? "" : ` (retries at ${new Date(times[0]).toTimeString().slice(0, 5)})`
}

/** How many tasks wait for other tasks, grouped by the first task that keeps each from being ready. */
async function waitingOf(
  client: Client,
  { project, tags }: { readonly project?: string | undefined; readonly tags: readonly string[] },
): Promise<string[]> {
  const { tasks } = await client.task.list({
    ...{ status: ["todo"], ready: false, tag: [...tags], fields: ["waitsFor"], limit: 500 },
    ...(project !== undefined && { project: [project] }),
  })
  const counts = new Map<string, number>()
  for (const { waitsFor: [first] = [] } of tasks)
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, 3).map(([id, count]) => `${count} waiting for ${id}`)
}
