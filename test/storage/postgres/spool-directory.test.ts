import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { processMark } from "../../../src/machine/process-mark.ts"
import { makeSpoolDirectory } from "../../../src/storage/postgres/spool-directory.ts"

test("what killed servers were taking is removed, and what others take stays", async () => {
  const running = await makeSpoolDirectory()
  const { pid } = spawnSync(process.execPath, ["-e", "0"])
  const ended = join(tmpdir(), `upnext-spool-x${processMark.replace(/\d+$/, String(pid))}`)
  const elsewhere = join(tmpdir(), `upnext-spool-x-other-${pid}`)
  for (const path of [ended, elsewhere]) {
    await mkdir(path)
    await writeFile(join(path, "0123.part"), "half")
  }
  const next = await makeSpoolDirectory()
  expect([ended, elsewhere, running.path, next.path].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
  ])
  await Promise.all([running.remove(), next.remove(), rm(elsewhere, { recursive: true })])
  expect((await readdir(tmpdir())).filter((name) => name.endsWith(processMark))).toEqual([])
})
