import { copyFile, mkdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { machineRuntime } from "../../src/machine/runtime.ts"
import type { BoardEvent } from "../../src/domain/events/index.ts"
import { flat } from "../../src/domain/board/tasks/task-record.ts"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import { readCommands } from "../../src/domain/board/upcast.ts"
import { restoreBoard } from "../../src/engine/restore.ts"
import { tableNames } from "../../src/storage/checkpoint/format.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { startService } from "../support/service.ts"
import { temporaryDirectory } from "./support.ts"

const kept = join(import.meta.dirname, "kept")

// Both files were written by a server of that version: every kind of event, two starts, and a clean stop.
test("the journal of 0.1.0 gives the board that 0.1.0 made of it", async () => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, "journal"))
  await copyFile(join(kept, "0.1.0", "journal.jsonl"), join(directory, "journal", "0000000000000001.jsonl"))
  const log = await openJournal({ directory, readCommands, warn: unexpected })
  try {
    const { counters, tables } = takeSnapshot(await restoreBoard(machineRuntime, log))
    const then = JSON.parse(await readFile(join(kept, "0.1.0", "board.json"), "utf8"))
    // It knew of no accounts, no files and no imports.
    expect(counters).toEqual({
      ...then.counters,
      attachment: 0,
      usage: null,
      token: 0,
      import: 0,
      accessRequired: false,
      hasOldWork: false,
      board: null,
    })
    // The rows of a rebuilt table may be in another order than those of a loaded one.
    for (const name of tableNames) {
      // It kept nothing that could be taken back; the log tells what the last commands did.
      if (name === "commands") continue
      if (!(name in then)) {
        expect(tables[name]).toEqual([])
        continue
      }
      const known = Object.keys(Object(then[name][0]) as object)
      const records = name === "tasks" ? tables.tasks.map((task) => flat(task)) : tables[name]
      const rows = records.map((row) => fieldsOf(row, known))
      expect([name, sorted(rows)]).toEqual([name, sorted(then[name])])
    }
    expect((await kindsIn(log.read(0))).size).toBe(25)
  } finally {
    await log.close()
  }
})

test("that journal goes on with what it did not know, and each form of an event counts what it counted", async () => {
  const directory = await temporaryDirectory()
  const path = join(directory, "journal", "0000000000000001.jsonl")
  await mkdir(dirname(path))
  await copyFile(join(kept, "0.1.0", "journal.jsonl"), path)
  const { counters } = JSON.parse(await readFile(join(kept, "0.1.0", "board.json"), "utf8"))
  const openLog = () => openJournal({ directory, readCommands, warn: unexpected })
  const service = await startService({ openLog, start: counters.at })
  const countsOf = async (id: string) => {
    const { attempts, expiries } = (await service.run("task.read", { id })).task
    return { attempts, expiries }
  }
  await service.run("task.create", { title: "new" })
  for (const id of ["T-12", "T-15"]) {
    await service.run("task.retry", { id })
    await service.run("task.claim", { id, agent: "ann", lease: "1m" })
  }
  await service.pass(61_000)
  const isBefore = ({ v }: { v?: number }) => v === undefined
  const ends = (await readFile(path, "utf8"))
    .split("\n")
    .flatMap((line) => line.match(/\{"type":"lease\.expired"[^{}]*\}/g) ?? [])
  expect(new Set(ends.map((end) => isBefore(JSON.parse(end)))), "both forms").toEqual(new Set([true, false]))
  for (let start = 0; start < 2; start++) {
    expect(await countsOf("T-12"), "given up once, as it was counted then").toEqual({
      attempts: 1,
      expiries: 1,
    })
    expect(await countsOf("T-15")).toEqual({ attempts: 0, expiries: 1 })
    await service.restart()
  }
})

/** Only the fields of that time: a later version may keep more. */
function fieldsOf(row: unknown, known: readonly string[]): unknown {
  // A deleted task was kept as its number alone.
  if (known.length === 0 && typeof row === "object" && row !== null && "n" in row) return row.n
  if (typeof row !== "object" || row === null) return row
  const values = new Map(Object.entries(row))
  const kept = known.flatMap((key) => (values.has(key) ? [[key, values.get(key)] as const] : []))
  return Object.fromEntries(kept.map(([key, value]) => [key, key === "lease" ? leaseOf(value) : value]))
}

/** A lease of that time. */
function leaseOf(value: unknown): unknown {
  if (value === null) return null
  const { claimedAt: _claimed, heardAt: _heard, ...known } = value as Record<string, unknown>
  return known
}

async function kindsIn(
  commits: AsyncIterable<{ commands: readonly { events: readonly BoardEvent[] }[] }>,
): Promise<Set<string>> {
  const kinds = new Set<string>()
  for await (const { commands } of commits)
    for (const { events } of commands) for (const { type } of events) kinds.add(type)
  return kinds
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}

function unexpected(message: string): never {
  throw new Error(message)
}
