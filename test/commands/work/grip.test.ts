import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createClient } from "../../../src/client/client.ts"
import { createConnection } from "../../../src/attempts/work/connection.ts"
import { createGrip } from "../../../src/attempts/work/grip.ts"
import { UpnextError, type ErrorCode } from "../../../src/errors.ts"
import { problemOf } from "../../../src/http/reply/problem.ts"

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

interface Asked {
  readonly path: string
  readonly key: string | undefined
  readonly body: Record<string, unknown>
}

type Answers = Readonly<Record<string, (nth: number) => ErrorCode | Record<string, unknown>>>

/** Ann's grip on T-1. The server answers as told by `answers`, whose keys are the last words of paths. */
async function gripAt(answers: Answers) {
  const asked: Asked[] = []
  const server = createServer((req, res) => {
    let text = ""
    req.on("data", (part: Buffer) => (text += part.toString()))
    req.on("end", () => {
      const path = req.url?.split("/").at(-1) ?? ""
      const body = (text === "" ? {} : JSON.parse(text)) as Asked["body"]
      asked.push({ path, key: req.headers["idempotency-key"] as string | undefined, body })
      const answer = answers[path]?.(asked.filter((each) => each.path === path).length) ?? "not_found"
      const refusal =
        typeof answer === "string" ? problemOf(new UpnextError(answer, { detail: "no" })) : undefined
      res.writeHead(refusal?.status ?? 200, { "content-type": "application/json", "upnext-seq": "1" })
      res.end(JSON.stringify(refusal ?? answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const grip = createGrip({
    client,
    connection: createConnection(() => undefined),
    task: { id: "T-1" } as Parameters<typeof createGrip>[0]["task"],
    agent: "ann",
    session: "s",
    leaseToken: "T-1.1.x",
    limits: { shortPauses: AbortSignal.abort() },
  })
  return { grip, asked }
}

const done = { task: { id: "T-1", status: "done", assignee: "Ann" } }
const result = { summary: "all well", reflection: undefined }

test("a completion that did not arrive is repeated under the same key, so that it counts once", async () => {
  const { grip, asked } = await gripAt({ complete: (nth) => (nth < 3 ? "unavailable" : done) })
  expect(await grip.complete({ ...result, reflection: "mine" })).toEqual({ outcome: "done", detail: "" })
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  expect(asked[2]?.body).toEqual({
    agent: "ann",
    session: "s",
    leaseToken: "T-1.1.x",
    summary: "all well",
    reflection: "mine",
  })
})

test("a server that asks a worker for a reflection is told that there is none, under another key", async () => {
  const { grip, asked } = await gripAt({
    complete: (nth) => (nth === 1 ? "reflection_required" : done),
  })
  expect(await grip.complete(result)).toMatchObject({ outcome: "done" })
  expect(asked.map(({ path }) => path)).toEqual(["complete", "complete"])
  expect(asked.map(({ body }) => [body["reflection"], body["noReflection"]])).toEqual([
    [undefined, undefined],
    [undefined, "the command of upnext work wrote none"],
  ])
  expect(asked[0]?.key).not.toBe(asked[1]?.key)
})

test.each(["lease_lost", "task_taken", "task_deleted", "invalid_transition"] as const)(
  "%s at the end is not repeated: the task is lost",
  async (code) => {
    const { grip, asked } = await gripAt({
      complete: () => code,
      "T-1?handoff=true": () => ({ task: { ...done.task, assignee: "bo" } }),
    })
    expect(await grip.complete(result)).toEqual({ outcome: "lost", detail: "no" })
    expect(asked.map(({ path }) => path)).toEqual(["complete", "T-1?handoff=true"])
  },
)

test("a task that its own command has finished counts as done", async () => {
  const { grip } = await gripAt({ release: () => "lease_lost", "T-1?handoff=true": () => done })
  expect(await grip.release("exit 1", true)).toEqual({ outcome: "done", detail: "" })
})

test("if the completion is refused as invalid, the task goes back as failed, so that it does not come again at once", async () => {
  const { grip, asked } = await gripAt({ complete: () => "invalid_input", release: () => done })
  expect(await grip.complete(result)).toEqual({ outcome: "failed", detail: "no" })
  expect(asked.at(-1)?.body).toMatchObject({ failed: true, reason: "it could not be completed: no" })
})

test("a reason is one line, short enough for the server, however long the last line of the output was", async () => {
  const { grip, asked } = await gripAt({ release: () => done })
  await grip.release(`exit 1: ${"\u{1f600}".repeat(2000)}\n\u0007x`, true)
  const reason = asked[0]?.body["reason"] as string
  expect(reason).toMatch(/^exit 1: \S+$/u)
  expect(reason.length).toBeLessThanOrEqual(1000)
  expect(reason.isWellFormed()).toBe(true)
})
