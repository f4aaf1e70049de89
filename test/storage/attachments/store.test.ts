import { readdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import type { FilePlace } from "../../../src/machine/files.ts"
import { pieceBytes, type AttachmentDriver } from "../../../src/storage/attachments/driver.ts"
import { homeDriver } from "../../../src/storage/attachments/home-driver.ts"
import { createAttachmentStore } from "../../../src/storage/attachments/store.ts"
import { databaseDriver } from "../../../src/storage/postgres/attachments.ts"
import { parseAddress } from "../../../src/storage/postgres/address.ts"
import { connect } from "../../../src/storage/postgres/connection.ts"
import { createLink } from "../../../src/storage/postgres/link.ts"
import { migrate } from "../../../src/storage/postgres/schema.ts"
import { createDisk } from "../../simulator/disk.ts"
import { sha256Of, temporaryPlace } from "../../support/files.ts"
import { useDatabase } from "../../support/postgres.ts"
import { createRandom } from "../../support/random.ts"

const database = useDatabase()

// oxlint-disable-next-line typescript/require-await
async function* once(...pieces: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

function storeOf(driver: AttachmentDriver, place: FilePlace, most?: number) {
  return createAttachmentStore({
    driver,
    spoolIn: () => Promise.resolve(place),
    monotonic: () => performance.now(),
    ...(most !== undefined && { most }),
  })
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString("latin1")
}

beforeAll(async () => {
  const connection = await connect({ url: database.url, connectMs: 5_000, answerMs: 5_000 })
  await migrate(connection, parseAddress(database.url))
  await connection.close()
})

let board = 0
const drivers = {
  "a home": async () => {
    const place = await temporaryPlace()
    return { driver: homeDriver(place), place }
  },
  "a database": async () => {
    const link = createLink({ url: database.url, connectMs: 5_000, answerMs: 5_000 })
    board += 1
    return {
      driver: databaseDriver({ board, at: parseAddress(database.url), link }),
      place: await temporaryPlace(),
    }
  },
}

describe.each(Object.entries(drivers))("%s", (_, open) => {
  test("gives back what it was given, whatever its size, and nothing under another digest", async () => {
    const { driver, place } = await open()
    const store = storeOf(driver, place)
    for (const size of [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes]) {
      const bytes = Buffer.alloc(size, `${size} bytes `)
      const kept = await store.receive(() => once(bytes.subarray(0, size / 2), bytes.subarray(size / 2)))
      expect(kept).toEqual({ size, sha256: sha256Of(bytes) })
      expect(await textOf(await store.open(kept))).toBe(bytes.toString("latin1"))
    }
    await expect(store.open({ sha256: sha256Of("other"), size: 5 })).rejects.toMatchObject({
      code: "attachment_damaged",
    })
    expect(await driver.getKeys()).toHaveLength(6)
    expect((await readdir(place.path)).filter((name) => name.endsWith(".part"))).toEqual([])
    await store.close()
  })

  test("keeps the same bytes once, also when they come twice at the same moment", async () => {
    const { driver, place } = await open()
    const store = storeOf(driver, place)
    await Promise.all([1, 2, 3].map(() => store.receive(() => once("same"))))
    expect(await driver.getKeys()).toEqual([sha256Of("same")])
    await store.close()
  })

  test("sweeps what nothing names once it is a day old, and nothing that was kept just now", async () => {
    const { driver, place } = await open()
    const first = storeOf(driver, place)
    for (const text of ["named", "unnamed", "young"]) await first.receive(() => once(text))
    for (const text of ["named", "unnamed"]) {
      const daysAgo = new Date(Date.now() - 25 * 3_600_000)
      if (driver.name === "upnext-home") await utimes(join(place.path, sha256Of(text)), daysAgo, daysAgo)
      else
        await database.query(
          "update upnext.attachments set kept_at = now() - interval '25 hours' where sha256 = decode($1, 'hex')",
          [sha256Of(text)],
        )
    }
    const named = new Set([sha256Of("named")])
    // What this server has kept itself may be about to be named, whatever the clock says.
    await first.sweep(named)
    expect(await driver.getKeys()).toHaveLength(3)
    const second = storeOf(driver, place)
    await second.receive(() => once("unnamed"))
    await second.sweep(named)
    expect(await driver.getKeys()).toHaveLength(3)
    if (driver.name === "upnext-home") {
      const daysAgo = new Date(Date.now() - 25 * 3_600_000)
      await utimes(join(place.path, sha256Of("unnamed")), daysAgo, daysAgo)
    } else await database.query("update upnext.attachments set kept_at = now() - interval '25 hours'")
    await storeOf(driver, place).sweep(new Set([sha256Of("named"), sha256Of("young")]))
    expect((await driver.getKeys()).sort()).toEqual([sha256Of("named"), sha256Of("young")].sort())
    await first.close()
  })
})

test("what was acknowledged is there with its bytes after a power cut, and a name never stands for other bytes", async () => {
  let lost = 0
  for (let seed = 0; seed < 60; seed += 1) {
    const disk = createDisk(createRandom(seed))
    const mount = () => ({ path: "/home/attachments", files: disk.mount(() => Promise.resolve()) })
    const texts = Array.from({ length: 4 }, (_, i) => `${i}`.repeat(3_000 + 997 * i))
    const acknowledged: string[] = []
    const place = mount()
    const store = storeOf(homeDriver(place), place)
    const running = texts.map(async (text) => {
      const { sha256 } = await store.receive(() => once(text.slice(0, 1000), text.slice(1000)))
      acknowledged.push(sha256)
    })
    await running[seed % 4]
    disk.crash()
    const before = [...acknowledged]
    const again = mount()
    const driver = homeDriver(again)
    const kept = await driver.getKeys()
    for (const sha256 of before) expect(kept, `seed ${seed}`).toContain(sha256)
    for (const sha256 of kept) {
      const text = texts.find((each) => sha256Of(each) === sha256) ?? ""
      expect(await textOf(await storeOf(driver, again).open({ sha256, size: text.length }))).toBe(text)
    }
    if (kept.length < 4) lost += 1
  }
  // The cut came while some were on their way.
  expect(lost).toBeGreaterThan(5)
})

test("of 50 that come at once few are read at a time, and one that gives up while it waits is not read", async () => {
  const place = await temporaryPlace()
  const store = storeOf(homeDriver(place), place, 4)
  let [open, most, begun] = [0, 0, 0]
  async function* slowly(i: number): AsyncGenerator<Uint8Array> {
    begun += 1
    most = Math.max(most, (open += 1))
    try {
      for (let n = 0; n < 3; n += 1) {
        await new Promise(setImmediate)
        yield Buffer.from(`${i} `)
      }
    } finally {
      open -= 1
    }
  }
  const giving = new AbortController()
  const all = Array.from({ length: 50 }, (_, i) =>
    store.receive(() => slowly(i), { owner: `${i % 2}`, signal: i === 49 ? giving.signal : undefined }),
  )
  giving.abort(new Error("gone"))
  const ends = await Promise.allSettled(all)
  expect(ends.map(({ status }) => status)).toEqual([...Array<string>(49).fill("fulfilled"), "rejected"])
  expect([begun, open]).toEqual([49, 0])
  // One may have ended before the fourth begins.
  expect(most).toBeLessThanOrEqual(4)
})

test("one who sends many files leaves half of the places to others, however long they take", async () => {
  const place = await temporaryPlace()
  const store = storeOf(homeDriver(place), place, 4)
  const begun: string[] = []
  const never = (owner: string) =>
    async function* (): AsyncGenerator<Uint8Array> {
      begun.push(owner)
      yield Buffer.from("x")
      await new Promise(() => undefined)
    }
  for (let i = 0; i < 4; i += 1) void store.receive(never("slow"), { owner: "slow" })
  await store.receive(() => once("mine"), { owner: "me" })
  void store.receive(never("other"), { owner: "other" })
  void store.receive(never("other"), { owner: "other" })
  await expect.poll(() => begun).toEqual(["slow", "slow", "other", "other"])
})

test("what a killed server was writing is removed when the next file comes", async () => {
  const place = await temporaryPlace()
  await writeFile(join(place.path, "0123.part"), "half")
  await storeOf(homeDriver(place), place).receive(() => once("x"))
  expect(await readdir(place.path)).toEqual([sha256Of("x")])
})
