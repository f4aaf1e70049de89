import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { call, startServer, temporaryHome } from "./support/server.ts"

const space = await temporaryHome()
afterAll(space.remove)

test("a stop answers who waits, keeps what was acknowledged, writes the checkpoint and exits with 0", async () => {
  const server = await startServer({ home: space.home })
  await call(server.url, "POST", "/tasks", { title: "one", assignee: "bob" })
  const waiting = [
    call(server.url, "GET", "/tasks/next?agent=ann&wait=60s"),
    call(server.url, "POST", "/tasks/next/claim", { agent: "ann", wait: "60s" }),
  ]
  // Both are parked once a later request has been answered.
  await call(server.url, "GET", "/tasks/next?agent=ann")
  server.kill("SIGTERM")
  const began = performance.now()
  for (const answer of await Promise.all(waiting)) expect(answer.text).toBe('{"task":null}')
  expect(await server.exited, server.output()).toBe(0)
  expect(performance.now() - began).toBeLessThan(5000)
  const again = await startServer({ home: space.home })
  expect((await call(again.url, "GET", "/tasks/T-1")).body["task"]).toMatchObject({ title: "one" })
  again.kill("SIGINT")
  expect(await again.exited).toBe(0)
})

test("asked to stop several times at once, it stops once, in good order", async () => {
  const other = await temporaryHome()
  const server = await startServer({ home: other.home })
  await Promise.all(
    Array.from({ length: 300 }, (_, i) => call(server.url, "POST", "/tasks", { title: `${i}` })),
  )
  for (let i = 0; i < 3; i++) server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  expect(await readdir(join(other.home, "data"))).toContain("board.json")
  await other.remove()
})
