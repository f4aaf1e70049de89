import { expect, test } from "vitest"
import type { Files } from "../../src/machine/files.ts"
import { putInPlace, syncDirectory, writeSynced } from "../../src/machine/durable-file.ts"
import { createRandom } from "../support/random.ts"
import { createDisk, noFaults, type Disk } from "./disk.ts"
import { contentsOf } from "./lives.ts"

const seeds = Array.from({ length: 60 }, (_, seed) => seed)
const atOnce = () => Promise.resolve()

interface Setup {
  readonly disk: Disk
  readonly files: Files
}

/** What is found after something was done, for each seed. */
async function outcomes<T>(act: (setup: Setup) => Promise<T>): Promise<T[]> {
  return Promise.all(
    seeds.map((seed) => {
      const disk = createDisk(createRandom(seed))
      return act({ disk, files: disk.mount(atOnce) })
    }),
  )
}

test("a file that was synced, in a directory that was synced, survives every power cut", async () => {
  const found = await outcomes(async ({ disk, files }) => {
    await writeSynced("/home/a.new", Buffer.from("old"), files)
    await putInPlace("/home/a.new", "/home/a", files)
    disk.crash()
    disk.crash()
    return contentsOf(disk, "/home/a")
  })
  expect(new Set(found)).toEqual(new Set(["old"]))
})

test("a name that was not synced may be lost, and may be kept", async () => {
  const found = await outcomes(async ({ disk, files }) => {
    await writeSynced("/home/a", Buffer.from("old"), files)
    await syncDirectory("/home", files)
    await writeSynced("/home/b", Buffer.from("new"), files)
    await files.rename("/home/b", "/home/a")
    disk.crash()
    return [await contentsOf(disk, "/home/a"), await contentsOf(disk, "/home/b")]
  })
  // In order: never the rename without the name before it.
  expect(new Set(found.map(String))).toEqual(new Set(["old,", "old,new", "new,"]))
})

test("of bytes that were not synced, none, some or all survive, with holes in whole sectors", async () => {
  const found = await outcomes(async ({ disk, files }) => {
    await writeSynced("/home/a", Buffer.from("1".repeat(100)), files)
    await syncDirectory("/home", files)
    const fd = files.openSync("/home/a", "r+")
    files.writeSync(fd, Buffer.from("2".repeat(20_000)), 0, 20_000, 100)
    disk.crash()
    return (await contentsOf(disk, "/home/a")) ?? ""
  })
  expect(found.every((text) => /^1{100}[2\0]*$/.test(text))).toBe(true)
  const lengths = found.map((text) => text.length)
  expect(Math.min(...lengths)).toBeLessThan(512)
  expect(Math.max(...lengths)).toBe(20_100)
  expect(new Set(lengths.map((length) => length % 512)).size).toBeGreaterThan(10)
  expect(found.some((text) => /^1+2{20000}$/.test(text))).toBe(true)
  const holes = found.filter((text) => text.includes("\u00002"))
  expect(holes.length).toBeGreaterThan(5)
  for (const text of holes)
    for (const match of text.matchAll(/(?<=2)\0|(?<=\0)2/g)) expect(match.index % 512).toBe(0)
})

test("a process that is killed leaves what it wrote, and its files answer nothing more", async () => {
  await outcomes(async ({ disk, files }) => {
    const handle = await files.open("/home/a", "w")
    await handle.writeFile(Buffer.from("text"))
    disk.kill()
    let answers = 0
    const count = () => void (answers += 1)
    handle.writeFile(Buffer.from("more")).then(count, count)
    handle.sync().then(count, count)
    files.rename("/home/a", "/home/b").then(count, count)
    expect(() => files.openSync("/home/a", "r+")).toThrow("EIO")
    expect(await contentsOf(disk, "/home/a")).toBe("text")
    expect(answers).toBe(0)
  })
})

test("after a failed sync the bytes can be read, and may be lost though the next sync succeeds", async () => {
  const found = await outcomes(async ({ disk, files }) => {
    await writeSynced("/home/a", Buffer.from("....."), files)
    await syncDirectory("/home", files)
    const fd = files.openSync("/home/a", "r+")
    files.writeSync(fd, Buffer.from("words"), 0, 5, 0)
    disk.faults = { ...noFaults, failedSyncs: 1 }
    await expect(files.fdatasync(fd)).rejects.toMatchObject({ code: "EIO" })
    disk.faults = noFaults
    expect(await contentsOf(disk, "/home/a")).toBe("words")
    await files.fdatasync(fd)
    disk.crash()
    return contentsOf(disk, "/home/a")
  })
  expect(new Set(found)).toEqual(new Set([".....", "words"]))
})

test("a full disk takes a part of a write, then nothing; it says so, until there is room", async () => {
  await outcomes(async ({ disk, files }) => {
    await writeSynced("/home/a", Buffer.from("."), files)
    const fd = files.openSync("/home/a", "r+")
    disk.room = 3
    expect(files.writeSync(fd, Buffer.from("words"), 0, 5, 0)).toBe(4)
    expect(() => files.writeSync(fd, Buffer.from("s"), 0, 1, 4)).toThrow("ENOSPC")
    expect((await files.statfs("/home")).bavail).toBe(0)
    await files.ftruncate(fd, 1)
    expect(files.writeSync(fd, Buffer.from("ords"), 0, 4, 1)).toBe(3)
    disk.room = Infinity
    expect(files.writeSync(fd, Buffer.from("s"), 0, 1, 4)).toBe(1)
    expect(await contentsOf(disk, "/home/a")).toBe("words")
  })
})
