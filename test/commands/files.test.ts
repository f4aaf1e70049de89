import { lstat, mkdir, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryDirectory } from "../storage/support.ts"
import { call, serverForFile } from "../support/server.ts"
import { upnext } from "./upnext.ts"

const server = serverForFile()

/** A directory with a file in it, and a task. */
async function begin() {
  const directory = await temporaryDirectory()
  const created = await call(server.url, "POST", "/tasks", { title: "one", done_criteria: ["works"] })
  const { id } = created.body["task"] as { id: string }
  await writeFile(join(directory, "shot.txt"), "what it shows")
  const run = (...args: string[]) =>
    upnext(args, { UPNEXT_URL: server.url, UPNEXT_AGENT: "ann" }, "", directory)
  return { directory, id, run }
}

test("a file is attached, listed and saved under its own name, and never over another file", async () => {
  const { directory, id, run } = await begin()
  expect(await run("task", "attach", id, "shot.txt")).toMatchObject({ status: 0 })
  expect((await run("task", "files", id)).stdout).toMatch(/A-\d+ +shot\.txt +13 B +text\/plain +ann/)
  const again = await run("task", "get", id, "shot.txt")
  expect(again.status).toBe(1)
  expect(again.stderr).toContain("shot.txt already exists, so it was not written.")
  await writeFile(join(directory, "shot.txt"), "mine")
  expect((await run("task", "get", id, "shot.txt", "--force")).status).toBe(0)
  expect(await readFile(join(directory, "shot.txt"), "utf8")).toBe("what it shows")
  expect((await run("task", "get", id, "shot.txt", "-o", "-")).stdout).toBe("what it shows")
})

test("a link in the place of a file is replaced and not followed, and a name leads nowhere else", async () => {
  const { directory, id, run } = await begin()
  await run("task", "attach", id, "shot.txt", "--name", "link.txt")
  await writeFile(join(directory, "secret"), "secret")
  await symlink("secret", join(directory, "link.txt"))
  expect((await run("task", "get", id, "link.txt")).status).toBe(1)
  expect((await run("task", "get", id, "link.txt", "--force")).status).toBe(0)
  expect(await readFile(join(directory, "secret"), "utf8")).toBe("secret")
  expect((await lstat(join(directory, "link.txt"))).isSymbolicLink()).toBe(false)
  await mkdir(join(directory, "into"))
  expect((await run("task", "get", id, "link.txt", "-o", "into")).stdout).toContain("into/link.txt")
})

test("no server chooses a name that a shell or git would read here", async () => {
  const { directory, id, run } = await begin()
  await run("task", "attach", id, "shot.txt", "--name", ".zshenv")
  const refused = await run("task", "get", id, ".zshenv")
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining("Choose another name with -o."),
  ])
  expect(await readdir(directory)).toEqual(["shot.txt"])
  expect((await run("task", "get", id, ".zshenv", "-o", "env.txt")).status).toBe(0)
})

test("what is not there is said, and of two files of one name an id is asked for", async () => {
  const { id, run } = await begin()
  expect((await run("task", "attach", id, "none.txt")).stderr).toContain("cannot be read")
  expect((await run("task", "get", id, "none.txt")).stderr).toContain("has no file")
  await run("task", "attach", id, "shot.txt", "shot.txt")
  expect((await run("task", "get", id, "shot.txt", "-o", "x")).stderr).toMatch(
    /2 files with this name: A-\d+, A-\d+/,
  )
})

test("of a file that no server would take, not all is read", async () => {
  const { id, run, directory } = await begin()
  await writeFile(join(directory, "large"), "")
  await truncate(join(directory, "large"), 256 * 1024 ** 2 + 1)
  const { status, stderr } = await run("task", "attach", id, "large")
  expect([status, stderr]).toEqual([2, expect.stringContaining('"large" is larger than 256 MiB.')])
})

test("evidence may be a file", async () => {
  const { id, run } = await begin()
  const met = await run("task", "meet", id, "1", "--evidence-file", "shot.txt")
  expect(met.status, met.stderr).toBe(0)
  const evidence = async () =>
    ((await call(server.url, "GET", `/tasks/${id}`)).body["task"] as { criteria: { check: object }[] })
      .criteria[0]?.check
  expect(await evidence()).toMatchObject({
    evidence: expect.stringMatching(/^shot\.txt \(A-\d+\)$/) as string,
  })
  await run("task", "claim", id)
  const done = ["--met", "1", "--evidence-file", "shot.txt", "--lesson", "x"]
  expect(await run("task", "done", id, ...done)).toMatchObject({ status: 0 })
  expect(await evidence()).toMatchObject({
    evidence: expect.stringMatching(/^shot\.txt \(A-\d+\)$/) as string,
  })
})
