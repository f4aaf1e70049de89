import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("`task show` tells what was learned in each attempt that was finished, as it was at the moment asked for", async () => {
  const id = (await upnext(["add", "Export", "--format", "id"])).stdout.trim()
  const finish = async (learned: string) => {
    await upnext(["claim", id])
    const done = await upnext(["done", id, "--summary", "it runs", "--lesson", learned])
    expect(done.stderr).toBe("")
  }
  await finish("use the new numbers")
  const shown = await upnext(["show", id])
  expect(shown.stdout).toMatch(
    / {2}done:\n {4}it runs\n\n {2}learned by ann, [^\n]+:\n {4}use the new numbers\n$/,
  )
  await upnext(["reopen", id])
  await finish("and round them")
  expect((await upnext(["show", id])).stdout).toMatch(
    /use the new numbers\n {2}learned by ann, .*\n {4}and round/,
  )
  expect((await upnext(["show", id, "--json"])).json()["reflections"]).toMatchObject([
    { content: "use the new numbers", agent: "ann" },
    { content: "and round them" },
  ])
  expect((await upnext(["show", id, "--at", "1"])).stdout).not.toContain("learned")
})
