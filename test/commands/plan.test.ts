import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parsePlan } from "../../src/commands/plan/parse.ts"
import { serve } from "./upnext.ts"

const served = await serve()
const upnext = (args: readonly string[], input = "", env: NodeJS.ProcessEnv = {}) =>
  served.upnext(["plan", ...args], env, input)
const countTasks = async () =>
  (await served.upnext(["list", "--all", "--project", "", "--json"])).json()["total"]

let directory = ""
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), "upnext-plan-"))))
afterAll(() => rm(directory, { recursive: true, force: true }))

const plan = `# Launch
- [ ] Schema {#db} @ann !P1
- [x] Host
- [ ] API (after #db)
  - [ ] Read
`

test("a plan is added in one step, with its tree, each id and what is ready", async () => {
  const file = join(directory, "plan.md")
  await writeFile(file, plan)
  const dry = await upnext([file, "--dry-run"])
  expect(dry.stdout.split("\n")).toEqual([
    "  T-1  Launch",
    "→ T-2    Schema  P1 @ann",
    "  T-3    API  after T-2",
    "→ T-4      Read",
    "",
    "4 tasks would be added, with these ids unless other tasks are added first. Ready now (→): T-2, T-4.",
    "",
  ])
  expect(await countTasks()).toBe(0)
  const added = await upnext([file, "--agent", "mira", "--project", "shop"])
  expect([added.status, added.stderr]).toEqual([
    0,
    `note  ${file}, line 3: is done, so it is left out\nnote  ann is new here\n`,
  ])
  expect(added.stdout.split("\n").slice(0, 4)).toEqual(dry.stdout.split("\n").slice(0, 4))
  expect(added.stdout).toContain("✓ 4 tasks added. Ready now (→): T-2, T-4.")
  const { task } = (await served.upnext(["show", "T-2", "--json"])).json() as { task: object }
  expect(task).toMatchObject({ createdBy: "mira", project: "shop", parent: "T-1" })
})

test("a plan is read from standard input, below a task, and only its ids are printed", async () => {
  const before = Number(await countTasks())
  const { stdout, status } = await upnext(
    ["-", "--parent", "1", "--format", "id"],
    "- [ ] one\n  - [ ] two\n- [ ] three",
  )
  const ids = [1, 2, 3].map((n) => `T-${before + n}`)
  expect([status, stdout]).toEqual([0, `${ids.join("\n")}\n`])
  const list = (await served.upnext(["list", "--project", "", "--parent", "T-1", "--json"])).json()
  expect((list["tasks"] as { id: string }[]).map(({ id }) => id)).toEqual(
    expect.arrayContaining([ids[0], ids[2]]),
  )
})

test("with --json the answer is printed: what would be created whole, what was created shortly, with --full whole", async () => {
  const lines = '{"title":"a","ref":"a"}\n{"title":"b","blockedBy":["#a"]}'
  const dry = (await upnext(["-", "--json", "--dry-run"], lines)).json()
  expect(dry).toMatchObject({
    tasks: [{ title: "a" }, { title: "b" }],
    refs: { a: expect.any(String) as string },
  })
  const short = (await upnext(["-", "--json"], lines)).json()
  expect(short["refs"]).toEqual(dry["refs"])
  expect((short["tasks"] as object[]).map((task) => Object.keys(task))).toEqual(
    Array(2).fill(["id", "status", "version"]),
  )
  const full = (await upnext(["-", "--json", "--full"], lines)).json()
  expect(full).toMatchObject({ tasks: [{ title: "a" }, { title: "b" }] })
})

test("what is printed reads back as the same tree", async () => {
  await upnext(
    ["-"],
    `# Big {#big}\n\nText\n\n- [ ] a {#a} +x\n  {"reviewer":"mira"}\n  - [ ] b\n- [ ] c (after #a)`,
  )
  const top = `T-${Number(await countTasks()) - 3}`
  const first = await upnext(["--print", top])
  const again = (await upnext(["-", "--format", "id"], first.stdout)).stdout.split("\n")[0] ?? ""
  const second = await upnext(["--print", again])
  const plain = (text: string) => text.replace(/#t\d+/g, "#t")
  expect(plain(second.stdout)).toBe(plain(first.stdout))
  expect(first.stdout.split("\n")[0]).toBe("# Big")
  expect((await upnext(["--print", again.slice(2).toLowerCase(), "--json"])).json()).toEqual({
    plan: second.stdout.trimEnd(),
  })
})

test("a plan that is printed and added again has the criteria met that were met", async () => {
  const id = (
    await upnext(["-", "--format", "id"], "- [ ] a\n  Done when:\n  - [ ] one\n  - [ ] two\n  - [ ] three")
  ).stdout.trim()
  await served.upnext(["meet", id, "one", "--evidence", "build 812", "--agent", "ann"])
  await served.upnext(["meet", id, "3", "--agent", "ann"])
  const first = await upnext(["--print", id])
  expect(first.stdout).toBe("# a\n\n  Done when:\n  - [x] one\n    build 812\n  - [ ] two\n  - [x] three\n\n")
  const again = (await upnext(["-", "--format", "id"], first.stdout, { UPNEXT_AGENT: "bo" })).stdout.trim()
  expect((await upnext(["--print", again])).stdout).toBe(first.stdout)
  const shown = (await served.upnext(["task", "show", again, "--json"])).json()
  expect(shown).toMatchObject({
    task: {
      criteria: [
        { text: "one", check: { by: "bo", evidence: "build 812" } },
        { text: "two", check: null },
        { text: "three", check: { by: "bo", evidence: null } },
      ],
    },
  })
})

test("a project is printed without a heading", async () => {
  await upnext(["-", "--project", "garden"], "# Beds\n- [ ] Dig\n# Tools !P1\n")
  const { stdout } = await upnext(["--print", "garden"])
  expect(stdout).toBe(
    '- [ ] Beds\n  {"project":"garden","result":"children"}\n  - [ ] Dig\n- [ ] Tools !P1\n  {"project":"garden"}\n',
  )
})

test("a heading is done with the last task below it, unless the plan is added without that", async () => {
  const plan = "# Garden\n- [ ] Dig\n- [ ] Sow"
  const statusAfter = async (...flags: string[]) => {
    const added = await upnext(["-", "--format", "id", ...flags], plan)
    const [heading = "", ...items] = added.stdout.trim().split("\n")
    for (const id of items) await served.upnext(["edit", id, "--status", "done"])
    const { task } = (await served.upnext(["show", heading, "--json"])).json() as { task: { status: string } }
    return task.status
  }
  expect(await statusAfter()).toBe("done")
  expect(await statusAfter("--close-headings", "off")).toBe("todo")
})

describe("a plan with faults", () => {
  test("is not added, and each fault is named with its line and column", async () => {
    const before = await countTasks()
    const wrong = "- [ ] a !P9\nlost\n- [ ] b (after #c)"
    const { status, stdout, stderr } = await upnext(["-"], wrong)
    expect([status, stdout]).toEqual([2, ""])
    expect(stderr.split("\n")).toEqual([
      "standard input:1:9: !P9 is not a priority: use !P0 (most urgent), !P1, !P2 or !P3",
      "standard input:3: no task in this plan is named #c",
      "error Nothing was added: 2 things are wrong in standard input.",
      expect.stringMatching(/^hint /),
      "",
    ])
    const problem = (await upnext(["-", "--json"], wrong)).json()
    expect(problem).toMatchObject({
      code: "invalid_input",
      errors: [{ path: "line 1, column 9" }, { path: "line 3" }],
    })
    expect(await countTasks()).toBe(before)
  })

  test.each<[string, string, RegExp[]]>([
    [
      "a title that is too long",
      `# ok\n\n- [ ] ${"x".repeat(501)}`,
      [/^standard input:3: title: must have at most 500/],
    ],
    [
      "an unknown task",
      "- [ ] a\n- [ ] b (after T-99999)",
      [/^standard input:2: blockedBy.0: there is no task T-99999/],
    ],
    [
      "an unknown field",
      '- [ ] a\n  {"reviwer":"x"}',
      [/^standard input:1: reviwer: unknown field .* "reviewer"/],
    ],
    [
      "a circle",
      "- [ ] a {#a} (after #b)\n- [ ] b {#b} (after #a)",
      [/^standard input:1: .*#a waits for #b waits for #a/],
    ],
    [
      "a part that waits for its own whole",
      "# a {#a}\n- [ ] b (after #a)",
      [/^standard input:1: .*#a waits for #line-2 waits for #a/],
    ],
    [
      "a task of JSON lines",
      '{"title":"a"}\n\n{"titel":"b"}',
      [/^standard input:3: title: is required/, /^standard input:3: titel: unknown/],
    ],
  ])("that only the server finds is named by its line: %s", async (_, input, expected) => {
    const before = await countTasks()
    const { status, stderr } = await upnext(["-"], input)
    expect(status).toBeGreaterThan(0)
    const lines = stderr.split("\n")
    expected.forEach((message, i) => expect(lines[i]).toMatch(message))
    expect(lines[expected.length]).toMatch(/^error Nothing was added: /)
    expect(await countTasks()).toBe(before)
  })
})

test.each<[string, string[], number, RegExp]>([
  ["nothing", [], 2, /No plan was given.*\n.*upnext plan plan.md/],
  ["a file that is not there", ["nowhere.md"], 2, /There is no file nowhere\.md/],
  ["a directory", ["/"], 2, /is a directory/],
  ["an unknown task to print", ["--print", "T-99999"], 1, /There is no task T-99999/],
  ["an unknown project to print", ["--print", "nowhere"], 1, /no task in the project nowhere/],
  ["a file beside --print", ["x.md", "--print", "T-1"], 2, /cannot be combined with x\.md/],
  ["--dry-run beside --print", ["--print", "T-1", "--dry-run"], 2, /cannot be combined with --dry-run/],
  ["a parent that is no id", ["-", "--parent", "x"], 2, /not a task id/],
  ["an unknown parent", ["-", "--parent", "T-99999"], 1, /There is no task T-99999/],
])("upnext plan with %s is refused", async (_, args, status, message) => {
  const finished = await upnext(args, "- [ ] a")
  expect(finished.stderr).toMatch(message)
  expect([finished.status, finished.stdout]).toEqual([status, ""])
})

test("a file that is not UTF-8 is refused", async () => {
  const file = join(directory, "latin1.md")
  await writeFile(file, Buffer.from([0x2d, 0x20, 0x5b, 0x20, 0x5d, 0x20, 0xe9]))
  const { status, stderr } = await upnext([file])
  expect([status, stderr]).toEqual([2, expect.stringContaining("is not UTF-8 text")])
})

test("the examples of the docs can be read", async () => {
  const page = await readFile("docs/plan.md", "utf8")
  const examples = [...page.matchAll(/^```(?:markdown|json)\n(.*?)^```$/gms)].map(
    ([, example = ""]) => example,
  )
  expect(examples).toHaveLength(3)
  for (const example of examples) expect(parsePlan(example).faults).toEqual([])
})

test("a note says that open tasks have all titles of a plan already", async () => {
  const file = join(directory, "twice.md")
  const note = "Open tasks already have all these titles, so this plan may have been added before."
  await writeFile(file, "- [ ] first of two\n- [ ] second of two\n")
  const [once, look, twice] = [
    await upnext([file]),
    await upnext([file, "--dry-run"]),
    await upnext([file, "--format", "id"]),
  ]
  expect([once.stderr, look.stderr]).toEqual(["", `note  ${note}\n`])
  expect(twice).toMatchObject({ stderr: `note  ${note} \`upnext undo\` removes the new tasks.\n`, status: 0 })
  await writeFile(file, "- [ ] first of two\n- [ ] third\n")
  expect((await upnext([file])).stderr).toBe("")
})
