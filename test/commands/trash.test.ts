import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()
const add = async (title: string, ...more: string[]) =>
  (await upnext(["add", title, "--format", "id", ...more])).stdout.trim()

test("what was deleted is listed with who deleted it, and comes back with its comments", async () => {
  expect((await upnext(["list", "--trash"])).stderr).toBe("The trash is empty.\n")
  const id = await add("Written by hand", "--criterion", "dry")
  await upnext(["comment", id, "kept"])
  await upnext(["delete", id, "--yes", "--agent", "quinn"])
  expect((await upnext(["list", "--all"])).stdout).not.toContain(id)
  const listed = await upnext(["task", "list", "--trash"])
  expect(listed.stdout).toMatch(/^ID +STATUS +TITLE +DELETED +BY +GONE\n/)
  expect(listed.stdout).toMatch(new RegExp(`^${id} +todo +Written by hand +\\S.* +quinn +in 4w$`, "m"))
  expect((await upnext(["list", "--trash", "--format", "id"])).stdout).toBe(`${id}\n`)
  expect(await upnext(["task", "restore", id])).toMatchObject({
    status: 0,
    stdout: `✓ ${id} is back (todo)  Written by hand\n`,
  })
  expect((await upnext(["restore", id])).stdout).toBe(
    `✓ ${id} is unchanged: it was not deleted (todo)  Written by hand\n`,
  )
  expect((await upnext(["show", id])).stdout).toMatch(/dry[^]*kept/)
})

test("a link that does not come back is named", async () => {
  const [a, b] = [await add("first"), await add("second")]
  await upnext(["edit", a, "--blocked-by", b])
  const c = await add("third", "--blocked-by", a)
  await upnext(["delete", a, "--yes"])
  await upnext(["edit", b, "--blocked-by", c])
  expect((await upnext(["restore", a])).stdout).toBe(
    `✓ ${a} is back (todo)  first\n  not linked again: blockedBy ${b} of ${a}: tasks would wait for each other\n`,
  )
})

test("what never was, or goes not with the trash, is refused", async () => {
  expect(await upnext(["restore", "T-999"])).toMatchObject({ status: 1, stdout: "" })
  const listed = await upnext(["list", "--trash", "--status", "done"])
  expect(listed).toMatchObject({ status: 2, stdout: "" })
  expect(listed.stderr).toMatch(/^error --status: cannot be used with trash\./)
})

test("a link to a deleted task is refused with the command that restores the task", async () => {
  const [gone = "", id = ""] = await Promise.all(
    ["Gone", "Here"].map(async (title) => (await upnext(["add", title, "--format", "id"])).stdout.trim()),
  )
  await upnext(["delete", gone, "--yes"])
  for (const flag of ["--blocked-by", "--parent"]) {
    const { status, stderr } = await upnext(["edit", id, flag, gone])
    expect([status, stderr], flag).toEqual([1, expect.stringContaining(`${flag}: ${gone} was deleted.`)])
    expect(stderr).toMatch(new RegExp(`\nhint  \`upnext restore ${gone}[^\`]*\` brings it back\\.\n$`))
  }
})
