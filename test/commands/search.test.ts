import { beforeAll, expect, test } from "vitest"
import { eventKinds } from "../../src/domain/events/index.ts"
import { metadataForm } from "../../src/domain/wire/metadata.ts"
import { serve } from "./upnext.ts"

const { upnext: run } = await serve({ env: { UPNEXT_AGENT: "ann" } })
const upnext = (...args: string[]) => run(args)

beforeAll(async () => {
  await upnext("task", "add", "Fix the login page")
  await upnext("task", "claim", "T-1")
  await upnext("task", "done", "T-1", "--lesson", "Mind the cache")
  await upnext("task", "add", "Login is slow")
  await upnext("task", "add", "Paint")
})

test("`task list --q` finds tasks by their words", async () => {
  expect((await upnext("task", "list", "--q", "logn page", "--format", "id")).stdout).toBe("T-1\n")
  expect(await upnext("task", "list", "--q", "?!")).toMatchObject({ status: 2 })
})

test("bare words behind `list` are what is looked for, and `--search` is the same", async () => {
  const found = async (...args: string[]) => (await upnext(...args, "--format", "id")).stdout
  expect(await found("list", "login", "page")).toBe("T-1\n")
  expect(await found("list", "login page")).toBe("T-1\n")
  expect(await found("task", "list", "--search", "login page")).toBe("T-1\n")
  expect(await found("list", "login", "--status", "todo")).toBe("T-2\n")
  const twice = await upnext("list", "login", "--search", "page")
  expect(twice).toMatchObject({ status: 2 })
  expect(twice.stderr).toContain('The search is given twice: as "login" and with --search.')
  const named = await upnext("list", "login", "--json", "id")
  expect(named.json()["tasks"]).toEqual([{ id: "T-2" }, { id: "T-1" }])
})

test("several statuses stand in one flag, and `-n` says how many rows", async () => {
  const found = async (...args: string[]) => (await upnext("list", ...args, "--format", "id")).stdout
  expect(await found("--status", "done,todo")).toBe("T-1\nT-2\nT-3\n")
  expect(await found("--status", "done, todo", "--status=review", "-n", "2")).toBe("T-1\nT-2\n")
  const wrong = await upnext("list", "--status", "done,tood")
  expect(wrong).toMatchObject({ status: 2 })
  expect(wrong.stderr).toContain('cancelled, not "tood". Did you mean todo?')
})

test("`events` refuses a type that there is not, and names all that there are", async () => {
  const { status, stderr } = await upnext("events", "--type", "task.created,nope")
  expect(status).toBe(2)
  expect(stderr).toContain(`--type: expected an event type: ${Object.keys(eventKinds).join(", ")}`)
})

test.each(["add", "edit"])("the help of `task %s` names the keys that the server reads", async (command) => {
  const { stdout } = await upnext("help", command)
  const help = stdout.replace(/\s+/g, " ")
  for (const key of Object.keys(metadataForm.properties)) expect(help).toContain(key)
  expect(help).toMatch(/--data <json> fields as a JSON object, .* possible keys: .*title, .*dueAt/)
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
  expect(looked.stderr).toMatch(/--lessons.*need --claim/)
})
