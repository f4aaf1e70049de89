import { spawnSync } from "node:child_process"
import { linkSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { announce } from "../../src/storage/lock/announce.ts"
import { announcePlaces, readAnnounced } from "../../src/storage/lock/find.ts"
import { temporaryDirectory } from "./support.ts"

const one = { pid: 1, version: "1.0.0", startedAt: "2026-01-01T00:00:00.000Z" }
const two = {
  ...one,
  startedAt: "2026-01-02T00:00:00.000Z",
  database: "postgres://ann@db/work",
  board: "main",
}

/** Beside the note of the server that stopped last. */
const socketsIn = (home: string) =>
  readdirSync(join(home, "servers")).filter((name) => name !== "stopped.json")

test("servers that share a home are all found, the oldest first, each as long as it runs", async () => {
  const home = await temporaryDirectory()
  expect(await readAnnounced(home)).toEqual([])
  const second = await announce(home, two)
  const first = await announce(home, one)
  expect(await readAnnounced(home)).toEqual([{ holder: one }, { holder: two }])
  first?.update({ ...one, url: "http://127.0.0.1:9" })
  expect(await readAnnounced(home)).toEqual([
    { holder: { ...one, url: "http://127.0.0.1:9" } },
    { holder: two },
  ])
  await first?.close()
  expect(await readAnnounced(home)).toEqual([{ holder: two }])
  await second?.close()
  expect(await readAnnounced(home)).toEqual([])
  expect(socketsIn(home)).toEqual([])
})

test("a server that was killed is not found, and the next start removes its socket", async () => {
  const home = await temporaryDirectory()
  const killed = await announce(home, one)
  const [name = ""] = socketsIn(home)
  linkSync(join(home, "servers", name), join(home, "servers", "7-00000000"))
  await killed?.close()
  expect(socketsIn(home)).toEqual(["7-00000000"])
  expect(await readAnnounced(home)).toEqual([])
  const next = await announce(home, two)
  expect(socketsIn(home)).toHaveLength(1)
  await next?.close()
})

test("a home whose path is too long for a socket in it has them in the temporary directory", async () => {
  const home = join(await temporaryDirectory(), "d".repeat(120))
  const server = await announce(home, one)
  expect(readdirSync(home)).toEqual([])
  expect(await readAnnounced(home)).toEqual([{ holder: one }])
  await server?.close()
  for (const place of announcePlaces(home)) rmSync(place, { recursive: true, force: true })
})

test("a home that may only be read is enough", async ({ skip }) => {
  const home = await temporaryDirectory()
  // Rights do not bind root, a read-only file system does.
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", home]).status === 0
  if (!mounted) return skip("SKIPPED: mounting a tmpfs is denied here")
  onTestFinished(() => {
    for (const place of announcePlaces(home)) rmSync(place, { recursive: true, force: true })
    spawnSync("umount", [home])
  })
  const server = await announce(home, one)
  expect(await readAnnounced(home)).toEqual([{ holder: one }])
  await server?.close()
})
