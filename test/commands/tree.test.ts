import { stripVTControlCharacters } from "node:util"
import { expect, test } from "vitest"
import { taskTree } from "../../src/commands/task/tree.ts"
import type { ShownTask } from "../../src/terminal/shown/task.ts"
import { widthOf } from "../../src/terminal/width.ts"
import { given } from "../support/service.ts"
import { serve } from "./upnext.ts"

const served = await serve()
const { upnext } = served

test("`list --tree` shows each task below its parent, with its priority and its status", async () => {
  await upnext(["add", "Ship the release"])
  await upnext(["add", "Write", "--parent", "1"])
  await upnext(["add", "Pay"])
  await upnext(["add", "Read", "--parent", "2", "--blocked-by", "3", "--priority", "P0"])
  await upnext(["add", "Test", "--parent", "1"])
  await upnext(["claim", "5", "--agent", "ann"])
  await upnext(["edit", "2", "--status", "cancelled"])
  const all = await upnext(["list", "--tree", "--all"])
  expect(all).toMatchObject({ status: 0, stderr: "" })
  expect(all.stdout.split("\n")).toEqual([
    "T-1  P2  todo (waits for T-5)  Ship the release",
    "  T-2  P2  cancelled  Write",
    "    T-4  P0  todo (waits for T-3)  Read",
    "  T-5  P2  doing  Test @ann",
    "T-3  P2  todo  Pay",
    "",
  ])
  const open = await upnext(["list", "--tree"])
  expect(open.stdout).toContain("\nT-4  P0  todo (waits for T-3)  Read (under T-2)\n")
  expect((await upnext(["list", "--tree", "--json"])).json()).toMatchObject({ total: 4, next: null })
  expect((await upnext(["list", "--tree", "-n", "1"])).stderr).toContain(
    "1 of 4; more: upnext list --tree -n 1 --cursor ",
  )
})

test("`project list` shows the projects with their open and finished tasks", async () => {
  await upnext(["add", "x", "--project", "web"])
  const { stdout, status } = await upnext(["project", "list"])
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /^NAME +OPEN +DOING +BLOCKED +REVIEW +DONE\ndefault +4 +1 +0 +0 +0\nweb +1 +0 +0 +0 +0\n$/,
  )
  expect((await upnext(["project", "list", "--format", "id"])).stdout).toBe("default\nweb\n")
  expect((await upnext(["project", "list", "--json=name,open"])).json()["projects"]).toEqual([
    { name: "default", open: 4 },
    { name: "web", open: 1 },
  ])
})

test.each([40, 200])(
  "in %i columns no line of a tree is longer, and each keeps its id, priority and status",
  async (width) => {
    const service = await given()
    const long = "日本語 and a title that is longer than most titles are, but not than all of them"
    for (let n = 1; n <= 30; n += 1)
      await service.run("task.create", {
        title: long,
        assignee: "ann",
        ...(n > 1 && { parent: `T-${n - 1}` }),
      })
    const { tasks } = (await service.run("task.list", {})) as { tasks: ShownTask[] }
    const lines = stripVTControlCharacters(taskTree(tasks, width)).split("\n")
    expect(lines).toHaveLength(30)
    lines.forEach((line, i) => {
      expect(widthOf(line)).toBeLessThanOrEqual(width)
      expect(line).toMatch(new RegExp(`^ *T-${i + 1} {2}P2 {2}todo.* {2}日本語 `))
    })
    expect(lines[2]?.startsWith("    T-3")).toBe(true)
  },
)
