import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "codex" } })

test("whoever is the reviewer of their own work hears at every step that anyone else may decide", async () => {
  const said = "codex is the reviewer and does the work, so anyone else may decide"
  const added = await upnext(["add", "Mine", "--reviewer", "codex", "--assignee", "codex"])
  expect(added.stdout).toContain(`\n  ${said}.\n`)
  const [, id = ""] = /(T-\d+)/.exec(added.stdout) ?? []
  expect((await upnext(["claim", id])).stdout).toMatch(
    /reviewer +codex, who does the work, so anyone else may decide\n/,
  )
  const done = await upnext(["done", id, "--lesson", "Learned."])
  expect(done.status).toBe(0)
  const refused = await upnext(["task", "review", id, "approve"])
  expect(refused.stderr).toMatch(
    /who is also its reviewer; anyone else may decide\.\nhint {2}Anyone but codex may decide: `upnext review T-\d+ approve( --url \S+)?`\./,
  )
})

test("`done` and `edit --reviewer` say it too, and a reviewer who is somebody else is named", async () => {
  const { stdout } = await upnext(["add", "Mine", "--assignee", "codex", "--format", "id"])
  const id = stdout.trim()
  expect((await upnext(["task", "edit", id, "--reviewer", "codex"])).stdout).toContain(
    "anyone else may decide",
  )
  expect((await upnext(["task", "edit", id, "--reviewer", "ann"])).stdout).not.toContain("anyone else")
  await upnext(["task", "edit", id, "--reviewer", "codex"])
  await upnext(["claim", id])
  expect((await upnext(["done", id, "--lesson", "Learned."])).stdout).toMatch(
    /is waiting for review by anyone but codex, who did the work/,
  )
})
