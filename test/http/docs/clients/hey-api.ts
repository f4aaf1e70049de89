import { client } from "./hey-api/client.gen.js"
import * as api from "./hey-api/sdk.gen.js"
import type { Attempt, Problem, TaskStatus } from "./hey-api/types.gen.js"

const [, , baseUrl = ""] = process.argv
client.setConfig({ baseUrl })

/** The answer, or the problem document as an error. */
function must<T>({ data, error }: { data: T | undefined; error: Problem | undefined }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : "nothing was answered")
  return data
}

const health = await api.health()
if (health.data?.status !== "ok") throw new Error("the server is not well")

const { task } = must(
  await api.taskCreate({
    headers: { "Idempotency-Key": "two", "Upnext-Actor": "mira" },
    body: {
      title: "Mend the gate",
      done_criteria: ["it opens", "it closes"],
      reviewer: "mira",
      priority: "P1",
      metadata: { reflection_exempt: false, reflection_exempt_reason: null, ticket: { number: 7 } },
    },
  }),
)
const path = { id: task.id }
const exempt: boolean | null | undefined = task.metadata?.reflection_exempt

const listed = must(
  await api.taskList({ query: { status: ["todo"], priority: ["P1"], ready: true, limit: 5 } }),
)
if (listed.tasks[0]?.id !== task.id || exempt !== false) throw new Error("the list lacks the task")

const next = must(await api.taskNext({ query: { agent: "bo", explain: true } }))
if (next.task?.id !== task.id) throw new Error("another task is next")

const claimed = must(await api.taskClaim({ path, body: { agent: "bo", lease: "1h" } }))
const held = { agent: "bo", leaseToken: claimed.lease.token }
must(await api.taskHeartbeat({ path, body: held }))
must(await api.taskComment({ path, body: { author: "bo", content: "half way" } }))
const checked = must(await api.taskCheck({ path, body: { ...held, criterion: 1 } }))
const by: string | undefined = checked.task.criteria?.[0]?.check?.by
if (by !== "bo") throw new Error("the criterion is not checked")

const taken = await api.taskClaim({ path, body: { agent: "cy" } })
if (taken.error?.code !== "task_taken" || taken.error.facts?.holder !== "bo") throw new Error("cy has it too")

const lost = await api.taskEdit({ path, headers: { "If-Match": '"1"' }, body: { title: "Mend the door" } })
if (lost.error?.status !== 412) throw new Error("a stale version was taken")

const done = must(
  await api.taskComplete({ path, body: { ...held, reflection: "Oil the hinge first.", summary: "Oiled." } }),
)
if (done.task.status !== "review") throw new Error(done.task.status)
const reviewed = must(await api.taskReview({ path, body: { reviewer: "mira", decision: "approve" } }))
const status: TaskStatus = reviewed.task.status
const { history, attempts } = must(await api.taskHistory({ path }))
const outcome: Attempt["outcome"] | undefined = attempts[0]?.outcome

let agent = ""
// The loop's end leaves the connection open; the signal closes it.
const reading = new AbortController()
const { stream } = await api.events({
  query: { after: 0, type: ["task.claimed"], task: task.id },
  signal: reading.signal,
})
for await (const event of stream) {
  if (!("data" in event) || event.type !== "task.claimed") throw new Error("another event came")
  agent = event.data.agent
  break
}
reading.abort()

console.log(JSON.stringify({ id: task.id, status, outcome, agent, entries: history.length }))
