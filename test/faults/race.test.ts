import { afterAll, beforeAll, expect, test } from "vitest"
import { bundleChild, startChild, type Child } from "../support/child.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

let server: Server
let clients: Child[]
const space = await temporaryHome()

beforeAll(async () => {
  server = await startServer({ home: space.home })
  const program = await bundleChild("test/faults/race-child.ts")
  clients = Array.from({ length: 4 }, (_, i) =>
    startChild(process.execPath, [program, server.url, String(i)]),
  )
})

afterAll(async () => {
  for (const client of clients) client.process.stdin?.end()
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

const often = process.env["UPNEXT_LONG"] ? 12 : 1

for (const [tasks, rounds] of [
  [1, 20 * often],
  [10, 10 * often],
  [100, 2 * often],
] as const) {
  test(`64 clients in 4 processes race for ${tasks}: distinct winners, the rest get null, ${rounds} rounds`, async () => {
    for (let i = 0; i < rounds; i++) {
      const project = `race-${tasks}-${i}`
      const made = await Promise.all(
        Array.from({ length: tasks }, (_, n) =>
          call(server.url, "POST", "/tasks", { title: `${n}`, project }),
        ),
      )
      for (const client of clients) client.process.stdin?.write(`${project}\n`)
      const answers = await Promise.all(clients.map((client) => client.line()))
      const won = answers.flatMap((line) => JSON.parse(line ?? "[]") as (string | null)[])
      const winners = won.filter((id) => id !== null)
      const ids = made.map(({ body }) => (body["task"] as { id: string }).id)
      expect(won).toHaveLength(64)
      expect(winners).toHaveLength(Math.min(64, tasks))
      expect(new Set(winners).size).toBe(winners.length)
      expect(winners.every((id) => ids.includes(id))).toBe(true)
    }
  })
}
