import { expect, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

const hour = 3_600_000
/** Loaded before a server: the clock of its machine is wrong. */
const threeHoursAhead = `const real = Date.now; Date.now = () => real() + ${3 * hour}`

/** Claims a task for 2 s and waits until the lease has run out. @returns how long that took, in ms */
async function holdFor2Seconds({ url }: Server, id: string): Promise<number> {
  const begun = performance.now()
  const claimed = await call(url, "POST", `/tasks/${id}/claim`, { agent: "ann", lease: "2s" })
  expect(claimed.status).toBe(200)
  for (;;) {
    const { body } = await call(url, "GET", `/tasks/${id}`)
    if (body["task"].status === "todo") return performance.now() - begun
    expect(body["task"]).toMatchObject({ status: "doing", lease: { holder: "ann" } })
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

test("after one event under a clock 3 h ahead, leases end in time, also after a restart, and a warning says so", async () => {
  const { home, remove } = await temporaryHome()
  const ahead = await startServer({
    home,
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(threeHoursAhead)}` },
  })
  for (const title of ["one", "two"]) await call(ahead.url, "POST", "/tasks", { title })
  ahead.kill("SIGTERM")
  await ahead.exited

  for (const id of ["T-1", "T-2"]) {
    const server = await startServer({ home })
    // Without slow time it would be three hours.
    expect(await holdFor2Seconds(server, id)).toBeGreaterThan(2_000)
    const { status, body } = await call(server.url, "GET", "/health")
    expect([status, body["status"]]).toEqual([200, "ok"])
    expect(body["clock"].behindMs).toBeGreaterThan(2.9 * hour)
    expect(body["clock"].behindMs).toBeLessThan(3 * hour)
    expect(server.output().match(/This machine's clock is (?:2h 59m|3h) behind/g)?.length).toBe(1)
    server.kill("SIGKILL")
    await server.exited
  }

  const { checks } = (await upnext(["doctor", "--json", "--home", home], {})).json() as {
    checks: { name: string; status: string; detail: string; behindMs?: number }[]
  }
  const found = checks.find(({ name }) => name === "clock")
  expect(found).toMatchObject({ status: "warn" })
  expect(found?.detail).toMatch(/^This machine's clock is (?:2h 59m|3h) behind the board's last event/)
  await remove()
})
