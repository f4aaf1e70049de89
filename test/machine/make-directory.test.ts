import { spawnSync } from "node:child_process"
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { UpnextError } from "../../src/errors.ts"
import { makeDirectory } from "../../src/machine/make-directory.ts"
import { hintOf } from "../../src/terminal/hints.ts"

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "upnext-directories-"))
})
afterEach(() => rm(place, { recursive: true, force: true }))

test("a directory is made with its parents, for its owner only, and the answer names what was made", async () => {
  const [a, b, c] = [join(place, "a"), join(place, "a", "b"), join(place, "a", "b", "c")]
  expect(await makeDirectory(c)).toEqual([a, b, c])
  for (const made of [a, b, c]) expect((await stat(made)).mode & 0o777).toBe(0o700)
  expect(await makeDirectory(c)).toEqual([])
})

test("twenty calls at the same time make a directory once", async () => {
  const path = join(place, "a", "b")
  const made = await Promise.all(Array.from({ length: 20 }, () => makeDirectory(path)))
  expect(made.flat().sort()).toEqual([join(place, "a"), path])
})

test.for([
  {
    name: "where the system makes no directories",
    path: "/proc/nope",
    says: "/proc allows no new directories",
  },
  { name: "below such a place", path: "/proc/nope/deeper", says: "/proc allows no new directories" },
  { name: "below a device", path: "/dev/null/x", says: "/dev/null/x is a file where a directory should be" },
  { name: "that is a file", path: "file", says: "file is a file where a directory should be" },
  { name: "below a file", path: "file/x", says: "file/x is a file where a directory should be" },
  { name: "that is a dangling link", path: "link", says: "link is a link whose target does not exist" },
  { name: "below a dangling link", path: "link/x", says: "link is a link whose target does not exist" },
  { name: "in a cycle of links", path: "circle/x", says: "circle/x is a cycle of links" },
])("a directory $name is refused with a message and a hint", async ({ path, says }) => {
  await writeFile(join(place, "file"), "")
  await symlink(join(place, "nowhere"), join(place, "link"))
  await symlink(join(place, "circle"), join(place, "circle"))
  const before = await readdir(place)
  const wanted = path.startsWith("/") ? path : join(place, path)
  const error = await makeDirectory(wanted).catch((refused: unknown) => refused as UpnextError)
  expect(error).toMatchObject({ code: "home_not_writable", message: expect.stringContaining(says) as string })
  expect(hintOf(error as UpnextError)).toContain("UPNEXT_HOME")
  expect(await readdir(place)).toEqual(before)
})

test("a directory on a read-only file system is refused with a message", async ({ skip }) => {
  const readOnly = join(place, "ro")
  await mkdir(readOnly)
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", readOnly]).status === 0
  if (!mounted) return skip("SKIPPED: mounting a tmpfs is denied here (needs root)")
  try {
    await expect(makeDirectory(join(readOnly, "x"))).rejects.toMatchObject({
      code: "home_not_writable",
      message: `${join(readOnly, "x")} is on a read-only file system.`,
    })
  } finally {
    spawnSync("umount", [readOnly])
  }
})
