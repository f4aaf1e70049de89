import { expect, test } from "vitest"
import { agreeOnSettings } from "../../src/config/agree.ts"
import { loadConfig } from "../../src/config/config.ts"
import type { SharedBoard, SharedServer } from "../../src/storage/storage.ts"

const here = { pid: 7, host: "box", startedAt: "2026-01-01T00:00:00.000Z", silentMs: 100, isOverdue: false }

async function warningsBeside(...others: SharedServer[]): Promise<string[]> {
  const config = await loadConfig({ flags: { home: "/nowhere" }, env: {} })
  const agree: SharedBoard["agree"] = (decide) => Promise.resolve(decide(undefined, others))
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  await agreeOnSettings(config, { agree } as SharedBoard, { version: "0.2.0", warn })
  return warnings
}

test("a server says which others of its board are of another version, and what becomes of them", async () => {
  const old = { ...here, version: "0.1.0", url: "http://127.0.0.1:4445" }
  const [warning, ...more] = await warningsBeside({ ...here, version: "0.2.0" }, old)
  expect(warning).toBe(
    "Servers with another version share the board: http://127.0.0.1:4445 (pid 7 on box) with 0.1.0; this server has 0.2.0. " +
      "Once a newer server writes something that an older server does not know, the older server becomes read-only. Upgrade all servers.",
  )
  expect(more).toEqual([])
})

test("it says nothing where all are of its own version", async () => {
  expect(await warningsBeside({ ...here, version: "0.2.0" })).toEqual([])
})
