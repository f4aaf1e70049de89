import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const served = await serve()
const { upnext } = served

test("the history of a deleted task is answered, also from a checkpoint", async () => {
  const id = (await upnext(["task", "add", "Old plan", "--format", "id"])).stdout.trim()
  await upnext(["task", "delete", id, "--yes", "--agent", "quinn"])
  const said = /^ +\d+ +\S+.* quinn deleted\n[^]* created\n +title – → Old plan/
  expect((await upnext(["history", id])).stdout).toMatch(said)
  await served.restart()
  expect((await upnext(["history", id])).stdout).toMatch(said)
  const shown = await upnext(["task", "show", id])
  expect(shown.stderr).toMatch(
    new RegExp(
      `^hint  \`upnext restore ${id}( --url \\S+)?\` brings it back. \`upnext history ${id}( --url \\S+)?\` shows who deleted the task, and when\\.$`,
      "m",
    ),
  )
})
