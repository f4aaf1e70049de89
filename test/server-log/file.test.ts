import { appendFileSync, closeSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createLogWriter, isServerLog, openServerLog, serverLogPath } from "../../src/server-log/file.ts"
import { followLog, readTail } from "../../src/server-log/read.ts"
import { temporaryHome } from "../support/server.ts"

async function openLog(maxBytes: number) {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const { path, fd } = await openServerLog(home)
  onTestFinished(() => closeSync(fd))
  return { home, path, fd, write: createLogWriter(path, fd, { maxBytes }) }
}

test("a log is bounded in size and count, is read by its owner only, and its last lines are whole", async () => {
  const { path, write } = await openLog(1000)
  for (let i = 1; i <= 2000; i += 1) write(`line ${i}\n`)
  const names = readdirSync(dirname(path)).sort()
  expect(names).toEqual(["server.log", ...[1, 2, 3, 4].map((n) => `server.log.${n}`)])
  for (const name of names) {
    const { size, mode } = statSync(`${dirname(path)}/${name}`)
    expect(size).toBeLessThan(1020)
    expect(mode & 0o777).toBe(0o600)
  }
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const last = Array.from({ length: 300 }, (_, i) => `line ${1701 + i}`)
  expect((await readTail(path, 300))?.lines).toEqual(last)
  expect((await readTail(path, 0))?.lines).toEqual([])
})

test("what Node itself writes to standard error after a rotation lands in the file that is read", async () => {
  const { home, path, fd, write } = await openLog(100)
  write(`${"x".repeat(120)}\n`)
  writeSync(fd, "FATAL ERROR\n")
  expect(readFileSync(path, "utf8")).toBe("FATAL ERROR\n")
  expect(isServerLog(fd, home)).toBe(true)
  expect(isServerLog(2, home)).toBe(false)
})

test("a log that is too large when a server starts is begun anew", async () => {
  const { home } = await openLog(1000)
  const path = serverLogPath(home)
  appendFileSync(path, "x".repeat(2000))
  const { fd, size, close } = await openServerLog(home)
  expect(size).toBe(2000)
  createLogWriter(path, fd, { maxBytes: 1000 })("first\n")
  close()
  expect(readFileSync(path, "utf8")).toBe("first\n")
})

test("a reader that follows a log misses nothing when it is begun anew", async () => {
  const { path, write } = await openLog(1000)
  let text = ""
  const done = (async () => {
    for await (const part of followLog(path, 0)) {
      text += part.toString()
      if (text.endsWith("the end\n")) return
    }
  })()
  write("the beginning\n")
  await expect.poll(() => text).toBe("the beginning\n")
  // Begins the file anew while the reader waits; it is then shorter than what was read of it.
  write(`${"x".repeat(1200)}\n`)
  write("the end\n")
  await done
  expect(text).toBe(`the beginning\n${"x".repeat(1200)}\nthe end\n`)
})
