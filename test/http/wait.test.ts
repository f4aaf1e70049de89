import { request } from "node:http"
import { expect, test } from "vitest"
import { call, serverForFile } from "../support/server.ts"

const server = serverForFile()

interface Waiter {
  /** The id of the task it got; null if it got none; undefined while it waits. */
  task?: string | null
  readonly done: Promise<void>
  leave(): Promise<void>
}

/** A claim that waits on its own connection. Resolves when the server has heard of the agent, so each needs its own name. */
async function wait(agent: string): Promise<Waiter> {
  const payload = JSON.stringify({ agent, wait: "60s" })
  const sent = request(`${server.url}/tasks/next/claim`, {
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", "content-length": payload.length },
  })
  const waiter: Pick<Waiter, "task"> = {}
  const done = new Promise<void>((resolve) => {
    sent.on("error", () => resolve())
    sent.on("response", (response) => {
      let text = ""
      response.on("data", (chunk: Buffer) => (text += chunk.toString()))
      response.on("end", () => {
        waiter.task = (JSON.parse(text) as { task: { id: string } | null }).task?.id ?? null
        resolve()
      })
    })
  })
  sent.end(payload)
  while (!(await call(server.url, "GET", `/agents/${agent}`)).body["agent"]?.live) await turn()
  return Object.assign(waiter, {
    done,
    async leave() {
      sent.destroy()
      await done
    },
  })
}

/** Resolves when the server has looked at all its connections once more. */
const turn = () => call(server.url, "GET", "/health")

async function waiters(prefix: string, n: number): Promise<Waiter[]> {
  const all: Waiter[] = []
  for (let i = 0; i < n; i++) {
    await call(server.url, "PUT", `/agents/${prefix}${i}`, {})
    all.push(await wait(`${prefix}${i}`))
  }
  return all
}

async function create(title: string): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title })
  return (body["task"] as { id: string }).id
}

test("each new task wakes exactly one of sixteen waiting agents, first come first served, and none goes to an agent that left", async () => {
  const all = await waiters("w", 16)
  const first = await create("one")
  await all[0]?.done
  for (let i = 0; i < 5; i++) await turn()
  expect(all.map(({ task }) => task)).toEqual([first, ...Array<undefined>(15).fill(undefined)])

  const gone = [1, 2, 5, 15]
  await Promise.all(gone.flatMap((i) => all[i]?.leave() ?? []))
  for (let i = 0; i < 5; i++) await turn()
  const left = all.filter((_, i) => i > 0 && !gone.includes(i))
  const ids: string[] = []
  for (const waiter of left) {
    ids.push(await create("more"))
    await waiter.done
  }
  expect(left.map(({ task }) => task)).toEqual(ids)
  const { body } = await call(server.url, "GET", "/tasks?status=todo")
  expect(body["total"]).toBe(0)
})

test("sixteen tasks made at once go to sixteen waiting agents, one to each", async () => {
  const all = await waiters("m", 16)
  const ids = await Promise.all(Array.from({ length: 16 }, (_, i) => create(`${i}`)))
  await Promise.all(all.map(({ done }) => done))
  expect(all.map(({ task }) => task).sort()).toEqual(ids.sort())
})

test("of a thousand waiting agents, a new task wakes exactly one", async () => {
  const all = await waiters("k", 1000)
  expect(all.filter(({ task }) => task !== undefined)).toEqual([])
  const id = await create("one")
  await Promise.race(all.map(({ done }) => done))
  for (let i = 0; i < 5; i++) await turn()
  expect(all.flatMap(({ task }) => task ?? [])).toEqual([id])
  await Promise.all(all.map(({ leave }) => leave()))
})
