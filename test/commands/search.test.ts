import { beforeAll, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext: run } = await serve({ env: { UPNEXT_AGENT: "ann" } })
const upnext = (...args: string[]) => run(args)

beforeAll(async () => {
  await upnext("task", "add", "Fix the login page")
  await upnext("task", "claim", "T-1")
  await upnext("task", "done", "T-1", "--reflection", "Mind the cache")
  await upnext("task", "add", "Login is slow")
  await upnext("task", "add", "Paint")
})

test("`task list --q` finds tasks by their words", async () => {
  expect((await upnext("task", "list", "--q", "logn page", "--format", "id")).stdout).toBe("T-1\n")
  expect(await upnext("task", "list", "--q", "?!")).toMatchObject({ status: 2 })
})

test("`--lessons` shows below the task what was learned from similar ones", async () => {
  const lesson = /T-2 {2}Login is slow[^]*\n\n {2}learned ann, T-1 Fix the login page\n {4}Mind the cache\n$/
  expect((await upnext("task", "show", "T-2", "--lessons")).stdout).toMatch(lesson)
  expect((await upnext("task", "claim", "T-2", "--lessons")).stdout).toMatch(lesson)
  expect((await upnext("task", "next", "--claim", "--lessons")).stdout).toMatch(lesson)
  expect((await upnext("task", "show", "T-2")).stdout).not.toContain("learned")
})

test("`task next` shows lessons only with `--claim`", async () => {
  const looked = await upnext("task", "next", "--lessons")
  expect(looked.status).toBe(2)
  expect(looked.stderr).toMatch(/--lessons.*go with --claim/)
})
