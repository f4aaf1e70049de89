import { expect, test } from "vitest"
import { serveApart } from "./upnext.ts"

const { upnext } = await serveApart({ env: { UPNEXT_AGENT: "ann" } })

test("a worker ends with what came of its tasks, and what waits", async () => {
  const add = (title: string, ...flags: string[]) => upnext(["add", title, "--project", "shop", ...flags])
  for (const title of ["one", "two", "reviewed", "fails"]) await add(title)
  await upnext(["edit", "T-3", "--reviewer", "rea"])
  for (const title of ["five", "six"]) await add(title, "--blocked-by", "T-4")
  await add("seven", "--blocked-by", "T-3")
  await upnext(["add", "elsewhere", "--project", "other", "--blocked-by", "T-4"])
  const { status, stderr } = await upnext([
    ...["work", "--project", "shop", "--jobs", "2", "--idle-exit", "1s", "--"],
    ...["sh", "-c", 'test "$UPNEXT_TASK_ID" != T-4'],
  ])
  expect([status, stderr.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    expect.stringMatching(
      /^2 done, 1 in review, 1 failed \(retries at \d\d:\d\d\), 2 waiting for T-4, 1 waiting for T-3$/,
    ),
  ])
  const idle = await upnext(["work", "--project", "none", "--idle-exit", "1s", "--", "true"])
  expect(idle.stderr.trimEnd().split("\n").at(-1)).toBe("nothing done")
  expect(idle.status).toBe(3)
  const there = await upnext(["work", "--project", "shop", "--idle-exit", "1s", "--", "true"])
  expect(there.status).toBe(0)
})
