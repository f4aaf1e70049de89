import createClient from "openapi-fetch"
import type { components, paths } from "./schema.js"

type Problem = components["schemas"]["Problem"]
const [, , baseUrl = ""] = process.argv
const client = createClient<paths>({ baseUrl })

/** The answer, or the problem document as an error. */
function must<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data === undefined) throw new Error(error ? `${error.code}: ${error.detail}` : "nothing was answered")
  return data
}

const health = await client.GET("/health")
if (health.data?.status !== "ok") throw new Error("the server is not well")

const created = await client.POST("/tasks", {
  params: { header: { "Idempotency-Key": "one", "Upnext-Actor": "mira" } },
  body: {
    title: "Mend the gate",
    done_criteria: ["it opens", "it closes"],
    reviewer: "mira",
    priority: "P1",
    metadata: { reflection_exempt: false, reflection_exempt_reason: null, ticket: { number: 7 } },
  },
})
const { task } = must(created)
const path = { id: task.id }
const exempt: boolean | null | undefined = task.metadata?.reflection_exempt

const listed = must(
  await client.GET("/tasks", {
    params: { query: { status: ["todo"], priority: ["P1"], ready: true, limit: 5 } },
  }),
)
if (listed.tasks[0]?.id !== task.id || exempt !== false) throw new Error("the list lacks the task")

const next = must(await client.GET("/tasks/next", { params: { query: { agent: "bo", explain: true } } }))
if (next.task?.id !== task.id) throw new Error("another task is next")

const claimed = must(
  await client.POST("/tasks/{id}/claim", { params: { path }, body: { agent: "bo", lease: "1h" } }),
)
const held = { agent: "bo", leaseToken: claimed.lease.token }
must(await client.POST("/tasks/{id}/heartbeat", { params: { path }, body: held }))
must(
  await client.POST("/tasks/{id}/comments", {
    params: { path },
    body: { author: "bo", content: "half way" },
  }),
)
const checked = must(
  await client.POST("/tasks/{id}/criteria", { params: { path }, body: { ...held, criterion: 1 } }),
)
const by: string | undefined = checked.task.criteria?.[0]?.check?.by
if (by !== "bo") throw new Error("the criterion is not checked")

const taken = await client.POST("/tasks/{id}/claim", { params: { path }, body: { agent: "cy" } })
if (taken.error?.code !== "task_taken" || taken.error.facts?.holder !== "bo") throw new Error("cy has it too")

const lost = await client.PATCH("/tasks/{id}", {
  params: { path, header: { "If-Match": '"1"' } },
  body: { title: "Mend the door" },
})
if (lost.error?.status !== 412) throw new Error("a stale version was taken")

const done = must(
  await client.POST("/tasks/{id}/complete", {
    params: { path },
    body: { ...held, reflection: "Oil the hinge first.", summary: "Oiled." },
  }),
)
if (done.task.status !== "review") throw new Error(done.task.status)
const reviewed = must(
  await client.POST("/tasks/{id}/review", {
    params: { path },
    body: { reviewer: "mira", decision: "approve" },
  }),
)
const status: components["schemas"]["TaskStatus"] = reviewed.task.status
const { history, attempts } = must(await client.GET("/tasks/{id}/history", { params: { path } }))
const outcome: components["schemas"]["Attempt"]["outcome"] | undefined = attempts[0]?.outcome

const stream = await client.GET("/events", {
  params: { query: { after: 0, type: ["task.claimed"] }, header: { "Last-Event-ID": "0" } },
  parseAs: "stream",
})
const reader = stream.data?.pipeThrough(new TextDecoderStream()).getReader()
let text = ""
while (!/^data: .*\n\n/m.test(text)) text += (await reader?.read())?.value ?? ""
await reader?.cancel()
const event = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "") as components["schemas"]["Event"]
if (event.type !== "task.claimed") throw new Error(event.type)
const agent: string = event.data.agent

console.log(JSON.stringify({ id: task.id, status, outcome, agent, entries: history.length }))
