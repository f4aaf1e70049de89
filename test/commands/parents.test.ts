import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const served = await serve()
const { upnext } = served
const add = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  (await upnext(["task", "add", ...args, "--json", "--full"], env)).json() as {
    task: { id: string; discoveredFrom: string | null; parent: string | null }
  }

test("a task is shown with its parent, its children, where it was found and what was found in it", async () => {
  await add(["the whole"])
  await add(["one part", "--parent", "1"])
  await add(["the other part", "--parent", "t-1", "--found-in", "2"])
  await upnext(["task", "done", "2", "--agent", "ann"])
  await upnext(["task", "edit", "2", "--status", "done"])
  const whole = await upnext(["task", "show", "1"])
  expect(whole).toMatchObject({ status: 0, stderr: "" })
  expect(whole.stdout).toContain("children    1 of 2 done\n")
  expect(whole.stdout).toMatch(
    / {2}children:\n {4}T-2 {2}done {7}one part\n {4}T-3 {2}todo {7}the other part\n/,
  )
  const part = (await upnext(["task", "show", "3"])).stdout
  expect(part).toContain("parent      T-1\n")
  expect(part).toContain("found in    T-2\n")
  expect((await upnext(["task", "show", "2"])).stdout).toContain(
    "  found in it:\n    T-3  todo       the other part\n",
  )
  expect((await upnext(["task", "show", "1", "--json"])).json()).toMatchObject({
    task: { children: { total: 2, done: 1 } },
    children: [{ id: "T-2", status: "done", title: "one part" }, { id: "T-3" }],
  })
  expect((await upnext(["task", "list", "--parent", "1", "--format", "id"])).stdout).toBe("T-3\n")
  expect((await upnext(["task", "list", "--parent", "1", "--all", "--found-in", "2"])).stdout).toContain(
    "T-3",
  )
})

test("a task goes to another parent or to none, and a circle is named", async () => {
  const ids: string[] = []
  for (const title of ["above", "below"]) ids.push((await add([title])).task.id)
  const [above = "", below = ""] = ids
  await upnext(["task", "edit", below, "--parent", above])
  const circle = await upnext(["task", "edit", above, "--parent", below])
  expect(circle).toMatchObject({ status: 1, stdout: "" })
  expect(circle.stderr).toContain(`${above} waits for ${below} waits for ${above}`)
  const lost = await upnext(["task", "add", "x", "--parent", "999"])
  expect(lost.stderr).toContain("--parent")
  expect(lost.stderr).toContain("there is no task T-999")
  const free = await upnext(["task", "edit", below, "--parent", "", "--json", "--full"])
  expect(free.json()).toMatchObject({ task: { parent: null } })
})

test.each([
  [["edit"], ["--status", "cancelled"], "changed .*"],
  [["edit"], ["--status", "done"], "changed .*"],
  [["delete"], ["--yes"], "deleted"],
])("%j of a parent, with %j, says how many children go on, and which", async (verb, flags, change) => {
  const { task } = await add(["given up"])
  const one = await add(["still useful", "--parent", task.id])
  const other = await add(["as well", "--parent", task.id])
  const { stdout } = await upnext(["task", ...verb, task.id, ...flags])
  expect(stdout).toMatch(
    new RegExp(
      `^✓ ${task.id} is ${change}\\n {2}2 open children continue: ${one.task.id}, ${other.task.id}\\.\\n$`,
    ),
  )
})

test("of a parent that was deleted, its child says so, and a tree does not put the child under it", async () => {
  const parent = (await add(["the whole"])).task.id
  const child = (await add(["a part", "--parent", parent])).task.id
  expect((await upnext(["show", child])).stdout).toContain(`parent      ${parent}\n`)
  await upnext(["delete", parent, "--yes"])
  expect((await upnext(["show", child])).stdout).toContain(`parent      ${parent} (deleted)\n`)
  expect((await upnext(["show", child, "--json"])).json()).toMatchObject({ isParentDeleted: true })
  expect((await upnext(["list", "--tree"])).stdout).toContain(`\n${child}  P2  todo  a part\n`)
})

test("one child that goes on is no plural", async () => {
  const { task } = await add(["given up"])
  const child = await add(["still useful", "--parent", task.id])
  const { stdout } = await upnext(["task", "edit", task.id, "--status", "done"])
  expect(stdout).toContain(`\n  1 open child continues: ${child.task.id}.\n`)
})

test("inside `upnext work`, a new task says by itself where it was found", async () => {
  const { task } = await add(["the work"])
  const at = { UPNEXT_TASK_ID: task.id }
  expect((await add(["a flaw"], at)).task.discoveredFrom).toBe(task.id)
  expect((await add(["a flaw elsewhere", "--found-in", "1"], at)).task.discoveredFrom).toBe("T-1")
  expect((await add(["something else", "--found-in", ""], at)).task.discoveredFrom).toBeNull()
  expect((await upnext(["help", "add"])).stdout).toContain("UPNEXT_TASK_ID")
})

test("a task that this server does not know, or a variable that names none, stops nothing", async () => {
  for (const id of ["T-9999", "build-7", ""])
    expect((await add(["a flaw"], { UPNEXT_TASK_ID: id })).task.discoveredFrom).toBeNull()
  const { task } = await add(["the work"])
  const elsewhere = { UPNEXT_TASK_ID: task.id, UPNEXT_URL: "http://127.0.0.1:1" }
  const flagged = await add(["a flaw", "--url", served.server.url], elsewhere)
  expect(flagged.task.discoveredFrom).toBeNull()
  const asked = await upnext(["task", "add", "x", "--found-in", "9999"])
  expect(asked.status).toBe(1)
  expect(asked.stderr).toContain("there is no task T-9999")
})
