import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { processMark } from "../../src/machine/process-mark.ts"

/** As a process that has made none yet. */
async function load() {
  vi.resetModules()
  return (await import("../../src/machine/temporary-directory.ts")).makeTemporary
}

test("what killed processes have left is removed, and what others use stays", async () => {
  const running = await (await load())()
  const { pid } = spawnSync(process.execPath, ["-e", "0"])
  const ended = join(tmpdir(), `upnext-x${processMark.replace(/\d+$/, String(pid))}`)
  const others = join(tmpdir(), `upnext-x-other-${pid}`)
  for (const path of [ended, others]) {
    await mkdir(path)
    await writeFile(join(path, "0123.part"), "half")
  }
  const next = await (await load())()
  expect([ended, others, running.path, next.path].map((path) => existsSync(path))).toEqual([
    ...[false, true],
    ...[true, true],
  ])
  await Promise.all([running.remove(), next.remove(), rm(others, { recursive: true })])
  expect([running.path, next.path].some((path) => existsSync(path))).toBe(false)
})
