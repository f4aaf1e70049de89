import { mkdir, readdir } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { readLock } from "../../src/storage/lock/find.ts"
import { acquireLock } from "../../src/storage/lock/lock.ts"
import { refusal, temporaryDirectory } from "../storage/support.ts"
import { bundleChild, startChild, type Child } from "../support/child.ts"

const holder = {
  pid: process.pid,
  version: "1.0.0",
  startedAt: "2026-01-01T00:00:00.000Z",
  url: "http://127.0.0.1:4445",
}
let program: string

beforeAll(async () => {
  program = await bundleChild(new URL("children/hold-lock.ts", import.meta.url).pathname)
})

function start(directory: string): Child {
  return startChild(process.execPath, [program, directory])
}

/** Starts twelve at once and gives the one that lives; the others must all have been told who it is. */
async function twelveStarts(directory: string): Promise<Child> {
  const children = Array.from({ length: 12 }, () => start(directory))
  const said = await Promise.all(children.map((child) => child.line()))
  const winners = children.filter((_, i) => said[i] === "held")
  expect(said.filter((line) => line === "held")).toEqual(["held"])
  const others = said.filter((line) => line !== "held")
  expect(others).toHaveLength(11)
  for (const line of others)
    expect(["?", String(winners[0]?.process.pid)]).toContain(line?.replace("refused home_locked ", ""))
  const [winner] = winners
  if (winner === undefined) throw new Error("Nobody lives")
  return winner
}

async function kill(child: Child): Promise<void> {
  child.process.kill("SIGKILL")
  await child.ended
}

test("of twelve starts at once exactly one lives", { timeout: 180_000 }, async () => {
  await kill(await twelveStarts(await temporaryDirectory()))
})

test(
  "of twelve starts that all find a stale lock exactly one lives, time and again",
  { timeout: 180_000 },
  async () => {
    const directory = await temporaryDirectory()
    let last = start(directory)
    expect(await last.line()).toBe("held")
    for (let round = 0; round < 4; round += 1) {
      await kill(last)
      expect(await readLock(directory)).toBeUndefined()
      last = await twelveStarts(directory)
      expect((await readLock(directory))?.holder?.pid).toBe(last.process.pid)
    }
    await kill(last)
    expect((await readdir(join(directory, "lock"))).length).toBeLessThanOrEqual(2)
  },
)

test("of twenty attempts in one process that all find a stale lock, one wins", async () => {
  const directory = await temporaryDirectory()
  for (let round = 0; round < 20; round += 1) {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => acquireLock({ directory, holder })),
    )
    const won = tries.filter((one) => one.status === "fulfilled")
    expect(won).toHaveLength(1)
    for (const one of tries)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "home_locked" })
    await Promise.all(won.map((one) => one.value.close()))
  }
})

test("a second start names the holder, its pid and its URL", async () => {
  const directory = await temporaryDirectory()
  const lock = await acquireLock({ directory, holder })
  const error = await refusal(acquireLock({ directory, holder }))
  expect(error).toMatchObject({ code: "home_locked", facts: { server: holder } })
  expect(error.message).toContain(`http://127.0.0.1:4445 (pid ${process.pid}, version 1.0.0)`)
  await lock.close()
})

test("the URL may become known after the lock", async () => {
  const directory = await temporaryDirectory()
  const { url, ...unknown } = holder
  const lock = await acquireLock({ directory, holder: unknown })
  expect(await readLock(directory)).toEqual({ holder: unknown })
  lock.update({ ...unknown, url: "http://127.0.0.1:9" })
  expect(await readLock(directory)).toEqual({ holder: { ...unknown, url: "http://127.0.0.1:9" } })
  expect(url).toBeDefined()
  await lock.close()
})

test("a lock that is given up can be taken at once, and giving it up takes nothing from the next", async () => {
  const directory = await temporaryDirectory()
  const first = await acquireLock({ directory, holder })
  await first.close()
  const second = await acquireLock({ directory, holder })
  await first.close()
  expect(await readLock(directory)).toEqual({ holder })
  await refusal(acquireLock({ directory, holder }))
  expect(await readLock(directory)).toEqual({ holder })
  await second.close()
  expect(await readLock(directory)).toBeUndefined()
})

test("a stopped holder that does not answer counts as alive", async () => {
  const directory = await temporaryDirectory()
  const child = start(directory)
  expect(await child.line()).toBe("held")
  child.process.kill("SIGSTOP")
  expect(await readLock(directory)).toEqual({ holder: undefined })
  expect((await refusal(acquireLock({ directory, holder }))).code).toBe("home_locked")
  await kill(child)
  await (await acquireLock({ directory, holder })).close()
})

test("a directory whose path is too long for a socket is locked too, whatever path leads to it", async () => {
  const base = await temporaryDirectory()
  const directory = join(base, "d".repeat(120))
  vi.stubEnv("TMPDIR", base)
  onTestFinished(() => void vi.unstubAllEnvs())
  await mkdir(directory)
  const lock = await acquireLock({ directory, holder })
  expect((await refusal(acquireLock({ directory: `${directory}/../${"d".repeat(120)}`, holder }))).code).toBe(
    "home_locked",
  )
  expect(await readLock(directory)).toEqual({ holder })
  expect(await readdir(directory)).toEqual([])
  await lock.close()
})

test("a listener with an invalid answer counts as alive, with no name", async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, "lock"))
  const server = createServer((socket) => socket.end("<html>"))
  await new Promise<void>((resolve) => server.listen(join(directory, "lock", "5"), resolve))
  expect(await readLock(directory)).toEqual({ holder: undefined })
  expect((await refusal(acquireLock({ directory, holder }))).code).toBe("home_locked")
  await new Promise((resolve) => server.close(resolve))
})

test("a holder that dies while it is asked has left", async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, "lock"))
  let asked = 0
  const server = createServer((socket) => {
    asked++
    socket.destroy()
    if (asked === 2) server.close()
  })
  await new Promise<void>((resolve) => server.listen(join(directory, "lock", "5"), resolve))
  await (await acquireLock({ directory, holder })).close()
  expect(asked).toBe(2)
})

test("a missing directory is held by nobody", async () => {
  expect(await readLock("/nowhere/at/all")).toBeUndefined()
})
