import { spawn, spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext } = served

async function add(title: string, ...args: string[]): Promise<string> {
  return (await upnext(["add", title, "--format", "id", ...args])).stdout.trim()
}

async function tagsOf(id: string): Promise<unknown> {
  const { task } = (await upnext(["show", id, "--json"])).json() as { task: { tags: unknown } }
  return task.tags
}

/** Runs a command in a terminal and answers its question with `typed`, as a person would. */
function inTerminal(
  args: readonly string[],
  typed: string,
): Promise<{ status: number | null; shown: string }> {
  const line = ["node", "dist/cli.cjs", ...args].join(" ")
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    env: { PATH: process.env["PATH"], UPNEXT_URL: served.server.url },
  })
  let shown = ""
  child.stdout.on("data", (part: Buffer) => {
    shown += part.toString()
    if (shown.includes("[y/N]")) child.stdin.end(typed)
  })
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, shown })))
}

const hasScript = spawnSync("script", ["--version"]).status === 0

describe("list", () => {
  test("shows open tasks; --all, a status or an id shows others too", async () => {
    const finished = await add("finished", "--project", "l")
    const left = await add("left", "--project", "l")
    await upnext(["task", "edit", finished, "--status", "done", "--lesson", "x"])
    const ids = async (...args: string[]) =>
      (await upnext(["list", "--project", "l", "--format", "id", ...args])).stdout.trim().split("\n")
    expect(await ids()).toEqual([left])
    expect(await ids("--all")).toEqual([finished, left])
    expect(await ids("--status", "done")).toEqual([finished])
    expect(await ids("--id", finished)).toEqual([finished])
    expect((await upnext(["list", "--project", "l", "--json"])).json()).toMatchObject({ total: 1 })
    await upnext(["task", "edit", left, "--status", "cancelled"])
    expect((await upnext(["list", "--project", "l"])).stderr).toContain("`--all`")
  })
})

test("`done --no-lesson` says why there is none, and keeps what else the metadata says", async () => {
  const id = await add("small", "--data", '{"metadata":{"ticket":7}}')
  await upnext(["claim", id, "--agent", "ann"])
  const refused = await upnext(["done", id, "--agent", "ann"])
  expect(refused.stderr).toContain(`done ${id} --no-lesson "why"`)
  const both = ["done", id, "--agent", "ann", "--no-lesson", "a typo", "--lesson", "x"]
  expect((await upnext(both)).stderr).toContain("--no-lesson: cannot be used with a lesson.")
  expect((await upnext(["done", id, "--agent", "ann", "--no-lesson", "a typo"])).status).toBe(0)
  const { task } = (await upnext(["show", id, "--json"])).json() as { task: { metadata: unknown } }
  expect(task).toMatchObject({
    status: "done",
    metadata: { ticket: 7, reflection_exempt: true, reflection_exempt_reason: "a typo" },
  })
})

test.each([
  ["done", "--reflection", "Old words work"],
  ["edit", "--status", "done", "--reflections", "Old words work"],
])("`%s` takes the flag by which a lesson was called before", async (command, ...flags) => {
  const id = await add("old", "--assignee", "ann", "--status", "todo")
  await upnext(["claim", id, "--agent", "ann"])
  const { status, stderr } = await upnext([command, id, ...flags, "--agent", "ann"])
  expect([status, stderr]).toEqual([0, ""])
  const found = (await upnext(["reflections", "--json"])).json() as { reflections: { taskId: string }[] }
  expect(found.reflections).toContainEqual(expect.objectContaining({ taskId: id, content: "Old words work" }))
})

describe("criteria", () => {
  const criteriaOf = async (id: string): Promise<unknown> =>
    ((await upnext(["show", id, "--json"])).json() as { task: { done_criteria: unknown } }).task.done_criteria

  test("`+a` adds one, `-b` and its number take one away, and plain texts replace all", async () => {
    const id = await add("with criteria", "--criterion", "a", "--criterion", "b", "--criterion", "c")
    const edit = (...parts: string[]) =>
      upnext(["edit", id, ...parts.flatMap((part) => ["--criterion", part])])
    expect(await edit("+d", "-b")).toMatchObject({ status: 0 })
    expect(await criteriaOf(id)).toEqual(["a", "c", "d"])
    await edit("-2")
    expect(await criteriaOf(id)).toEqual(["a", "d"])
    expect((await edit("-x")).stderr).toContain(`${id} has no criterion x.`)
    expect((await edit("+e", "f")).stderr).toContain(
      "--criterion f replaces the whole list, but --criterion +e",
    )
    await edit("only this")
    expect(await criteriaOf(id)).toEqual(["only this"])
    await upnext(["edit", id, "--data", '{"done_criteria":["-5 degrees"]}'])
    expect(await criteriaOf(id)).toEqual(["-5 degrees"])
  })

  test("an edit names those that were met and are dropped, and those that its status leaves unmet", async () => {
    const id = await add("with criteria", "--criterion", "a", "--criterion", "b")
    await upnext(["meet", id, "a"])
    const replaced = await upnext(["edit", id, "--criterion", "b", "--criterion", "c"])
    expect(replaced.stdout).toContain("\n  removed, although met: a\n")
    const { stdout } = await upnext(["edit", id, "--status", "done"])
    expect(stdout).toContain("\n  not met: b\n  not met: c\n")
  })
})

describe("tags", () => {
  test("`a,b` means two tags in every command that takes tags", async () => {
    const id = await add("tagged", "--tag", "a, b", "--tag", "c")
    expect(await tagsOf(id)).toEqual(["a", "b", "c"])
    expect((await upnext(["list", "--tag", "a,c", "--format", "id"])).stdout).toBe(`${id}\n`)
    expect((await upnext(["list", "--tag", "a,x", "--format", "id"])).stdout).toBe("")
    expect((await upnext(["list", "--tag", ","])).status).not.toBe(0)
  })

  test("`+a` adds a tag, `-b` removes one, and plain names replace all tags", async () => {
    const id = await add("tagged", "--tag", "a,b")
    expect((await upnext(["task", "edit", id, "--tag", "+c", "--tag", "-b"])).status).toBe(0)
    expect(await tagsOf(id)).toEqual(["a", "c"])
    await upnext(["task", "edit", id, "--tag", "+d,-a"])
    expect(await tagsOf(id)).toEqual(["c", "d"])
    await upnext(["task", "edit", id, "--tag", "x"])
    expect(await tagsOf(id)).toEqual(["x"])
  })

  test("tags changed by several commands at the same time are all kept", async () => {
    const id = await add("busy")
    const names = ["one", "two", "three", "four"]
    await Promise.all(names.map((name) => upnext(["task", "edit", id, "--tag", `+${name}`])))
    expect([...((await tagsOf(id)) as string[])].sort()).toEqual([...names].sort())
  })

  test.each<[string[], string]>([
    [["--tag", "+a", "--tag", "b"], "--tag b replaces the whole list, but --tag +a changes it."],
    [["--tag", "+"], "--tag + has no value."],
  ])("%j is refused", async (args, message) => {
    const result = await upnext(["task", "edit", await add("x"), ...args])
    expect(result.stderr).toContain(message)
    expect(result).toMatchObject({ status: 2, stdout: "" })
  })
})

describe("delete", () => {
  test("without a terminal, delete needs --yes and says so in one line", async () => {
    const id = await add("goes")
    const refused = await upnext(["task", "delete", id])
    expect(refused).toMatchObject({ status: 2, stdout: "" })
    expect(refused.stderr).toBe(
      `error ${id} was not deleted: there is no terminal to ask in.\nhint  Add --yes to skip the question.\n`,
    )
    const other = await add("stays")
    expect(await upnext(["delete", id, other]), "several that end alike").toMatchObject({ status: 2 })
    expect((await upnext(["task", "delete", id, "--yes"])).stdout).toBe(`✓ ${id} is deleted\n`)
    expect(await upnext(["delete", other, id, "--yes"]), "mixed").toMatchObject({ status: 1 })
  })

  test.skipIf(!hasScript)("in a terminal, delete asks, and only yes deletes", async () => {
    const id = await add("Asked about")
    const kept = await inTerminal(["task", "delete", id], "n\n")
    expect(kept.shown).toContain(`Delete ${id} "Asked about" and its comments? [y/N]`)
    expect(kept).toMatchObject({
      status: 1,
      shown: expect.stringContaining("Nothing was deleted.") as string,
    })
    expect((await upnext(["show", id])).status).toBe(0)
    expect(await inTerminal(["task", "delete", id], "y\n")).toMatchObject({ status: 0 })
    expect((await upnext(["show", id])).status).toBe(1)
  })
})

describe("the command that a terminal proposes next", () => {
  test.skipIf(!hasScript)("keeps the --agent and --url that were typed, and works as shown", async () => {
    await add("Taken as shown")
    const flags = ["--agent", "cleo", "--url", served.server.url]
    const { shown } = await inTerminal(["next", ...flags], "")
    const [, proposed = ""] = /Take it: upnext (claim [\w:/. -]+)/.exec(shown) ?? []
    expect(proposed).toMatch(/^claim T-\d+ --agent cleo --url http/)
    expect((await upnext(proposed.split(" "))).status).toBe(0)
  })
})
