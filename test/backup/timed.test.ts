import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { restoreBackup } from "../../src/backup/restore.ts"
import { createTimed, type Timed } from "../../src/backup/timed.ts"
import { runTimed, type TimedJob } from "../../src/backup/timed-run.ts"
import { loadConfig } from "../../src/config/config.ts"
import { machineRuntime, type Runtime } from "../../src/machine/runtime.ts"
import { appendMany, temporaryDirectory, withJournal } from "../storage/support.ts"

const board = "Ab3dEf6hIj9kLm2n"
const minute = 60_000
const start = Date.parse("2026-11-23T20:00:00.000Z")
const named = (time: string, of = board) => `upnext-${of}-2026-11-${time}Z-3.tar.gz`

/** A home with a small board, and a directory for its backups. */
async function makePlaces() {
  const space = await temporaryDirectory()
  const [home, to] = [join(space, "home"), join(space, "to")]
  mkdirSync(join(home, "data"), { recursive: true })
  await withJournal({ directory: join(home, "data") }, (log) => appendMany(log, 1, 3))
  return { space, home, to, place: await loadConfig({ flags: { home }, env: {} }) }
}

/** Backups by a clock that a test sets, made in this thread. */
function useTimed({ place, to }: { place: TimedJob["place"]; to: string }, keep = 3) {
  const warnings: string[] = []
  let [now, due] = [start, () => {}]
  const runtime: Runtime = {
    ...machineRuntime,
    after(_, act) {
      due = act
      return { cancel: () => undefined }
    },
  }
  const timed: Timed = createTimed({
    settings: { to, everyMs: minute, keep },
    place,
    boardId: () => board,
    wall: () => now,
    start: (job) => ({ outcome: runTimed(job), end: () => undefined }),
    runtime,
    warn: (message) => void warnings.push(message),
  })
  onTestFinished(() => timed.close())
  return {
    timed,
    warnings,

    /** Looks whether one is due at this time of the day of the test, and makes it. */
    async lookAt(time: string): Promise<string[]> {
      now = Date.parse(`2026-11-${time}Z`)
      const before = due
      before()
      while (due === before) await new Promise((resolve) => setImmediate(resolve))
      const isThere = statSync(to, { throwIfNoEntry: false })?.isDirectory() === true
      return isThere ? readdirSync(to).sort() : []
    },
  }
}

test("the first is made at the start, and one each period, however often the server starts meanwhile", async () => {
  const places = await makePlaces()
  const first = useTimed(places)
  expect(first.timed.report()).toEqual({ everyMs: minute })
  expect(await first.lookAt("23T20:00:00")).toEqual([named("23T200000")])
  expect(first.timed.report()).toEqual({ at: "2026-11-23T20:00:00.000Z", ageMs: 0, everyMs: minute })
  expect(await first.lookAt("23T20:00:59")).toEqual([named("23T200000")])
  expect(first.timed.report()).toMatchObject({ ageMs: 59_000 })
  expect(await useTimed(places).lookAt("23T20:00:59")).toEqual([named("23T200000")])
  expect(await useTimed(places).lookAt("23T20:01:00")).toEqual([named("23T200000"), named("23T200100")])
  expect(statSync(join(places.to, named("23T200000"))).mode & 0o777).toBe(0o600)
  expect(first.warnings).toEqual([])
})

test("only so many are kept, and nothing but this board's own timed backups is ever removed", async () => {
  const places = await makePlaces()
  const { lookAt } = useTimed(places, 2)
  mkdirSync(places.to)
  const others = [
    named("01T000000", "Zb3dEf6hIj9kLm2n"),
    "upnext-2026-11-01T000000Z-3.tar.gz",
    `${named("01T000000")}.kept`,
    `copy-of-${named("01T000000")}`,
    `upnext-${board}-notes.tar.gz`,
    "upnext-Zb3dEf6hIj9kLm2n-0123456789ab.new",
    "notes.txt",
  ]
  for (const name of [...others, named("02T000000")]) writeFileSync(join(places.to, name), "x")
  await lookAt("23T20:00:00")
  await lookAt("23T20:01:00")
  expect(await lookAt("23T20:02:00")).toEqual([...others, named("23T200100"), named("23T200200")].sort())
})

test("a backup that could not be made removes none", async () => {
  const places = await makePlaces()
  const { lookAt, warnings } = useTimed(places, 1)
  await lookAt("23T20:00:00")
  const segment = join(places.home, "data", "journal", "0000000000000001.jsonl")
  const whole = readFileSync(segment)
  writeFileSync(segment, whole.toString().replace("text 2", "text X"))
  expect(await lookAt("23T20:01:00")).toEqual([named("23T200000")])
  expect(warnings).toEqual([expect.stringMatching(/line 3.*: this line is damaged\. Upnext retries/)])
})

test("a clock that jumps stops no backup, and none of a time to come is taken for the last", async () => {
  const { timed, lookAt } = useTimed(await makePlaces(), 3)
  await lookAt("23T20:00:00")
  await lookAt("29T00:00:00")
  // The clock was wrong, and is right again.
  expect(await lookAt("23T20:01:00")).toEqual([named("23T200000"), named("23T200100"), named("29T000000")])
  expect(timed.report()).toMatchObject({ at: "2026-11-23T20:01:00.000Z", ageMs: 0 })
  expect(await lookAt("23T20:02:00")).toEqual([named("23T200000"), named("23T200100"), named("23T200200")])
})

test("what a killed run left of this board is removed by the next one", async () => {
  const places = await makePlaces()
  mkdirSync(join(places.to, `upnext-${board}-0123456789ab.new-a1B2c3`), { recursive: true })
  writeFileSync(join(places.to, `upnext-${board}-0123456789ab.new`), "half")
  expect(await useTimed(places).lookAt("23T20:00:00")).toEqual([named("23T200000")])
})

const troubles: Record<
  string,
  readonly [break_: (to: string) => void, mend: (to: string) => void, said: string]
> = {
  "a disk that is gone": [() => undefined, (to) => mkdirSync(join(to, "..")), "does not exist, so backups"],
  "a file where the directory should be": [
    (to) => {
      mkdirSync(join(to, ".."))
      writeFileSync(to, "")
    },
    (to) => rmSync(to),
    "is a file where a directory should be",
  ],
}

test.each(Object.entries(troubles))(
  "%s is said once, and backups go on when it is mended",
  async (_, trouble) => {
    const [break_, mend, said] = trouble
    const places = await makePlaces()
    const to = join(places.space, "disk", "to")
    break_(to)
    const { timed, lookAt, warnings } = useTimed({ ...places, to })
    await lookAt("23T20:00:00")
    await lookAt("23T20:01:00")
    expect(warnings).toEqual([expect.stringContaining(said)])
    expect(warnings[0]).toContain("Upnext retries every 1m.")
    expect(timed.report()).toEqual({ everyMs: minute, detail: expect.stringContaining(said) as string })
    mend(to)
    expect(await lookAt("23T20:02:00")).toEqual([named("23T200200")])
    expect(warnings.slice(1)).toEqual(["Timed backups are working again."])
    expect(timed.report()).toEqual({ at: "2026-11-23T20:02:00.000Z", ageMs: 0, everyMs: minute })
  },
)

test("a full disk is said, and keeps no part of a backup", async ({ skip }) => {
  const places = await makePlaces()
  mkdirSync(places.to)
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", places.to]).status !== 0)
    return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
  onTestFinished(() => void spawnSync("umount", [places.to]))
  const { timed, lookAt } = useTimed(places)
  writeFileSync(join(places.to, "ballast"), Buffer.alloc(64 * 1024))
  expect(await lookAt("23T20:00:00")).toEqual(["ballast"])
  expect(timed.report().detail).toContain("There is no space left on the disk of")
  rmSync(join(places.to, "ballast"))
  expect(await lookAt("23T20:01:00")).toEqual([named("23T200100")])
  expect(timed.report().detail).toBeUndefined()
})

test("no archive brings a place along to which its board is copied from then on", async () => {
  const { space, home, to, place } = await makePlaces()
  writeFileSync(join(home, "config.json"), JSON.stringify({ lease: "10m", backup: { to: "/etc" } }))
  await useTimed({ place, to }).lookAt("23T20:00:00")
  const restored = await restoreBackup({
    file: join(to, named("23T200000")),
    home: join(space, "restored"),
    keepTokens: true,
  })
  expect(restored.leftOut).toEqual(["backup"])
  expect(readFileSync(join(space, "restored", "config.json"), "utf8")).toBe('{\n  "lease": "10m"\n}\n')
})
