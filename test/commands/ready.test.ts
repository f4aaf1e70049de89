import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()
const add = async (...more: string[]) =>
  (await upnext(["task", "add", "x", "--format", "id", ...more])).stdout.trim()
const list = async (...more: string[]) =>
  (await upnext(["task", "list", "--format", "id", ...more])).stdout.split("\n").filter((id) => id !== "")

/** It says nothing where the server takes longer than a session may wait for it, as on a busy machine. */
async function prime(...more: string[]): Promise<string> {
  for (;;) {
    const { stdout } = await upnext(["prime", "--agent", "ann", ...more])
    if (stdout !== "") return stdout
  }
}

test("prime counts as ready what next can give this agent, and nothing else", async () => {
  await add("--assignee", "bob")
  await add("--project", "web")
  const mine = await add("--project", "docs")
  expect(await prime("--project", "docs")).toMatch(new RegExp(`^Ready: 1; for you next: ${mine} `, "m"))
  await upnext(["task", "claim", mine, "--agent", "carl"])
  expect(await prime("--project", "docs")).toMatch(/^Nothing is ready\.$/m)
  expect(await prime()).toMatch(/^Ready: 1; for you next: /m)
  await add("--assignee", "Ann", "--project", "docs")
  expect(await prime("--project", "docs")).toMatch(/^Ready: 1; /m)
})

test("`task list --ready` lists what can be started, and no work in progress; the field stays", async () => {
  const [todo, doing] = [await add("--tag", "l"), await add("--tag", "l")]
  await upnext(["task", "claim", doing, "--agent", "dora"])
  expect(await list("--ready", "--tag", "l")).toEqual([todo])
  expect(await list("--ready", "--all", "--tag", "l")).toEqual([todo])
  expect(await list("--ready", "--status", "doing", "--tag", "l")).toEqual([doing])
  expect(await list("--no-ready", "--tag", "l")).toEqual([])
  const { task } = (await upnext(["task", "show", doing, "--json"])).json() as { task: { ready: boolean } }
  expect(task.ready).toBe(true)
})
