import { beforeAll, expect, test } from "vitest"
import { call } from "../support/server.ts"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext: run } = served
const upnext = (...args: string[]) => run(args)
const ids = async (...args: string[]) =>
  (await upnext("list", "--format", "id", ...args)).stdout.split("\n").filter((id) => id !== "")

beforeAll(async () => {
  await upnext("add", "one", "--assignee", "Bo", "--project", "web")
  await upnext("add", "two", "--assignee", "me", "--reviewer", "bo", "--project", "docs")
  await upnext("add", "three", "--blocked-by", "1,T-2", "--tag", "a,b")
})

test("a filter that takes several values takes them with commas", async () => {
  expect(await ids("--assignee", "Bo,ann")).toEqual(["T-1", "T-2"])
  expect(await ids("--assignee", "bo", "--assignee", "unassigned, ann")).toEqual(["T-1", "T-2", "T-3"])
  expect(await ids("--not-assignee", "bo,ann")).toEqual(["T-3"])
  expect(await ids("--project", "web,docs")).toEqual(["T-1", "T-2"])
  expect(await ids("--project", "web", "--project", "docs")).toEqual(["T-1", "T-2"])
  expect(await ids("--project", "")).toEqual(["T-1", "T-2", "T-3"])
  expect(await ids("--not-project", "web,docs")).toEqual(["T-3"])
  expect(await ids("--id", "1,T-3")).toEqual(["T-1", "T-3"])
  expect(await ids("-n1")).toEqual(["T-1"])
})

test("`--blocked-by` takes ids with commas, and in `edit` an empty value clears it", async () => {
  const blockedBy = async () => (await upnext("show", "T-3", "--json=blockedBy")).json()
  expect(await blockedBy()).toEqual({ task: { blockedBy: ["T-1", "T-2"] } })
  await upnext("edit", "T-3", "--blocked-by", "")
  expect(await blockedBy()).toEqual({ task: { blockedBy: [] } })
  await upnext("edit", "T-3", "--blocked-by", "T-1, 2")
  expect(await blockedBy()).toEqual({ task: { blockedBy: ["T-1", "T-2"] } })
})

test("`me` in place of an agent's name is who types", async () => {
  expect(await ids("--assignee", "me")).toEqual(["T-2"])
  expect(await ids("--assignee", "@me,unassigned")).toEqual(["T-2", "T-3"])
  expect(await ids("--not-assignee", "me")).toEqual(["T-1", "T-3"])
  expect(await ids("--reviewer", "me", "--agent", "bo")).toEqual(["T-2"])
  expect(await ids("--created-by", "@me")).toEqual(["T-1", "T-2", "T-3"])
})

test.each<[string[], string]>([
  [
    ["--assignee", "an"],
    "There is no agent an; did you mean ann? No open tasks match. `--all` also shows tasks that are done or cancelled.\n",
  ],
  [
    ["--all", "--assignee", "unasigned"],
    "There is no agent unasigned; did you mean unassigned? No tasks match.\n",
  ],
  [["--all", "--assignee", "zoe,kit"], "There is no agent zoe. There is no agent kit. No tasks match.\n"],
  [["--all", "--project", "wbe"], "There is no project wbe; did you mean web? No tasks match.\n"],
  [["--all", "--project", "nosuch"], "There is no project nosuch. No tasks match.\n"],
  [["--all", "--assignee", "BO", "--project", "docs"], "No tasks match.\n"],
  [["nowhere"], "No tasks match.\n"],
  [["ann"], "No tasks match. Did you mean a name? `upnext list --assignee ann`\n"],
  [["--status", "done"], "No tasks match.\n"],
  [
    ["--ready", "--tag", "a"],
    "None of the open tasks that match is ready. `upnext next --explain --tag a` says why.\n",
  ],
])("an empty list says of what there is none: %j", async (args, text) => {
  const { status, stdout, stderr } = await upnext("list", ...args)
  expect([status, stdout, stderr]).toEqual([0, "", text])
})

test("words that are all ids list these tasks, as `--id` does; a bare number stays a word", async () => {
  expect(await ids("T-2")).toEqual(["T-2"])
  expect(await ids("t-1,", "#3")).toEqual(["T-1", "T-3"])
  expect(await ids("T-2", "--id", "T-1")).toEqual(["T-1", "T-2"])
  expect(await ids("T-2", "--assignee", "bo")).toEqual([])
  expect(await ids("2")).toEqual([])
})

test("a project that comes from the settings is where new tasks go, so an empty list says how to add one", async () => {
  const env = { UPNEXT_PROJECT: "repo" }
  const none = 'There is no task in the project repo yet: `upnext add "…"` adds one.\n'
  expect((await run(["list", "--all"], env)).stderr).toBe(`${none.trim()} No tasks match.\n`)
  expect((await run(["next"], env)).stderr).toBe(`${none}Nothing is ready.\n`)
  expect((await run(["next", "--project", "rep"], env)).stderr).toBe(
    "There is no project rep.\nNothing is ready.\n",
  )
})

test("an empty list stays as it is in JSON, and as ids", async () => {
  const { stdout } = await upnext("list", "--assignee", "zoe", "--json")
  expect(JSON.parse(stdout)).toEqual({ tasks: [], next: null, total: 0 })
  expect(await ids("--assignee", "zoe")).toEqual([])
})

test("where tasks are open and none is ready, the list does not say that none is open", async () => {
  for (const id of ["T-1", "T-2"]) await upnext("edit", id, "--status", "blocked")
  expect((await upnext("list", "--ready")).stderr).toBe(
    "No open task is ready. `upnext next --explain` says why.\n",
  )
  await upnext("cancel", "T-1", "T-2", "T-3")
  expect((await upnext("list")).stderr).toBe(
    "No open tasks. `--all` also shows tasks that are done or cancelled.\n",
  )
})

test.each<[string[], number, RegExp]>([
  [["next"], 3, /^$/],
  [["claim", "--agent", "zoe"], 3, /^$/],
  [["list"], 0, /^$/],
  [["list", "--format", "id"], 0, /^$/],
  [["stats"], 0, /^$/],
  [["lessons"], 0, /^$/],
  [["digest"], 0, /^Since [^]*0 done/],
  [["export"], 0, /"tasks":0/],
])(
  "a project that is not there is named by %j on standard error, and not in JSON",
  async (words, exit, out) => {
    const asked = [...words, "--project", "wbe"]
    const { status, stdout, stderr } = await upnext(...asked)
    expect(status).toBe(exit)
    expect(stdout).toMatch(out)
    expect(stderr).toContain("There is no project wbe; did you mean web?")
    if (!/export|--format/.test(words.join())) expect((await upnext(...asked, "--json")).stderr).toBe("")
  },
)

test("nothing ready is said on standard error, and of a project that is there nothing else", async () => {
  expect(await upnext("next", "--tag", "none")).toMatchObject({
    status: 3,
    stdout: "",
    stderr: "Nothing is ready.\n",
  })
})

test.each([["--parent"], ["--found-in"], ["--id"]])(
  "a list with %s of a task that never was is refused with exit status 1, in every form",
  async (flag) => {
    for (const form of [[], ["--json"], ["--format", "id"]]) {
      const { status, stdout, stderr } = await upnext("list", flag, "T-999", ...form)
      expect([status, stdout + stderr]).toEqual([1, expect.stringContaining("There is no task T-999.")])
    }
  },
)

test("`list` sorts by urgency, as `next` does, unless something else is asked for; its cursor keeps the order", async () => {
  for (const [title, priority] of [
    ["low", "P3"],
    ["middle", "P1"],
    ["high", "P0"],
    ["late", "P1"],
  ] as const)
    await upnext("add", title, "--priority", priority, "--tag", "sorted")
  const titles = async (...args: string[]) => {
    const answer = (await upnext("list", "--tag", "sorted", "--json", ...args)).json()
    return {
      titles: (answer["tasks"] as { title: string }[]).map(({ title }) => title),
      next: answer["next"],
    }
  }
  expect((await titles()).titles).toEqual(["high", "middle", "late", "low"])
  expect((await titles("--sort", "created")).titles).toEqual(["low", "middle", "high", "late"])
  expect((await titles("--tree")).titles).toEqual(["low", "middle", "high", "late"])
  const first = await titles("--limit", "2")
  expect((await titles("--cursor", String(first.next))).titles).toEqual(["late", "low"])
  const created = await titles("--limit", "2", "--sort", "created")
  expect((await titles("--cursor", String(created.next))).titles).toEqual(["high", "late"])
})

test("`--format id` prints the ids of all pages, unless a page is asked for; so does any other list", async () => {
  const tasks = Array.from({ length: 59 }, (_, i) => ({
    title: `many ${i}`,
    project: `p${i}`,
    tags: ["many"],
  }))
  await call(served.server.url, "POST", "/tasks/batch", { tasks })
  expect(new Set(await ids("--tag", "many")).size).toBe(59)
  expect(await ids("--tag", "many")).toHaveLength(59)
  expect(await ids("--tag", "many", "--limit", "7")).toHaveLength(7)
  const { stderr, stdout } = await upnext("list", "--tag", "many", "--limit", "50", "--json")
  expect(stderr).toBe("")
  for (const form of [[], ["--json"], ["--json=id"]])
    expect((await upnext("list", "--tag", "many", ...form)).stderr).toBe(
      `50 of 59; all: upnext list ${["--tag", "many", ...form].join(" ")} --limit 59\n`,
    )
  expect((await upnext("list", "--tag", "many", "--limit", "50")).stderr).toMatch(
    /^50 of 59; more:\n {2}upnext list --tag many --limit 50 --cursor \S+\n$/,
  )
  expect(await ids("--tag", "many", "--cursor", String(JSON.parse(stdout).next))).toHaveLength(9)
  const projects = (await upnext("project", "list", "--format", "id")).stdout.trim().split("\n")
  expect(projects.length).toBeGreaterThan(59)
})

test("`--format tsv` prints all rows with tabs: the columns of the help, or those of --fields; nothing of a value can break a row", async () => {
  await upnext("add", "One \\ two", "--tag", "tsv,b", "--priority", "P0", "--description", "a\tb\nc")
  const [id = ""] = await ids("--tag", "tsv")
  const rows = async (...more: string[]) => await upnext("list", "--tag", "tsv", "--format", "tsv", ...more)
  const [row = "", none] = (await rows()).stdout.split("\n")
  expect(none).toBe("")
  expect(row).toContain(`${id}\tP0\ttodo\tunassigned\tOne \\\\ two\t`)
  expect(row.split("\t")).toHaveLength(9)
  expect(await rows("--fields", "id,description,ready,parent")).toMatchObject({
    stdout: `${id}\ta\\tb\\nc\ttrue\t\n`,
    stderr: "",
  })
  expect((await upnext("list", "--tag", "many", "--format", "tsv")).stdout.trim().split("\n")).toHaveLength(
    59,
  )
  const wrong = await rows("--fields", "nope")
  expect(wrong).toMatchObject({ status: 2, stdout: "" })
  expect(wrong.stderr).toContain('--fields: unknown field "nope"')
  await upnext("edit", id, "--status", "blocked", "--reason", "which one?")
  const needs = await upnext("needs", "--format", "tsv", "--fields", "why,id")
  expect(needs.stdout).toContain(`question\t${id}\n`)
  expect((await upnext("needs", "--format", "id")).stdout).toContain(`${id}\n`)
})

test("in a pipe, the columns stay aligned beside the longest title", async () => {
  await upnext("add", "x".repeat(250), "--tag", "wide")
  await upnext("add", "short", "--tag", "wide")
  const [head = "", ...rows] = (await upnext("list", "--tag", "wide")).stdout.trimEnd().split("\n")
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row.indexOf("wide")).toBe(head.indexOf("TAGS"))
  expect(rows.join("\n")).toContain("x".repeat(250))
})
