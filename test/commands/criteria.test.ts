import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("criteria are checked off by number or text, shown with who, when and evidence, and unchecked", async () => {
  await upnext(["task", "add", "Build", "--criterion", "tests pass", "--criterion", "docs updated"])
  const first = await upnext(["meet", "1", "1", "--evidence", "build 214 is green"])
  expect(first).toMatchObject({ status: 0, stdout: "✓ T-1 meets 1 of 2 criteria  Build\n", stderr: "" })
  expect((await upnext(["task", "meet", "T-1", "DOCS updated", "--agent", "bo"])).stdout).toContain("2 of 2")
  const shown = (await upnext(["task", "show", "1"])).stdout
  expect(shown).toMatch(
    /☑ 1\. tests pass\n +ann, .*: build 214 is green\n +☑ 2\. docs updated\n +bo, [^:\n]*\n/,
  )
  const undone = await upnext(["task", "check", "1", "2", "--undo", "--json", "--full"])
  expect(undone.json()).toMatchObject({ task: { criteria: [{ check: { by: "ann" } }, { check: null }] } })
  expect((await upnext(["task", "show", "1"])).stdout).toContain("☐ 2. docs updated\n")
  const history = (await upnext(["history", "1"])).stdout
  expect(history).toMatch(/ann checked\n[^]*build 214 is green\n[^]*ann created\n +title – → Build\n/)
})

test("done checks criteria off, each with its own evidence, and names those that are left open", async () => {
  const criteria = ["tests pass", "docs updated", "size\u202e kept"].flatMap((text) => ["--criterion", text])
  const id = (await upnext(["task", "add", "Ship", ...criteria, "--format", "id"])).stdout.trim()
  await upnext(["claim", id])
  const met = ["--met", "2", "--met", "Tests pass", "--evidence", "build 214"]
  expect(await upnext(["done", id, ...met, "--lesson", "x"])).toMatchObject({
    status: 0,
    stdout: `✓ ${id} is done  Ship\n  not met: size<U+202E> kept\n  \`upnext meet ${id} 3 --evidence "…"\` records that it is met; \`upnext reopen ${id}\` takes the task back.\n`,
  })
  expect((await upnext(["edit", id, "--priority", "P1", "--title", "Ship"])).stdout).not.toContain("not met")
  const { task } = (await upnext(["show", id, "--json"])).json() as { task: { criteria: unknown[] } }
  expect(task.criteria).toMatchObject([
    { check: { by: "ann", evidence: "build 214" } },
    { check: { by: "ann", evidence: null } },
    { check: null },
  ])
})

test("where criteria are required, done says which are open and what to type, which works", async () => {
  const metadata = '{"criteria_required":true,"reflection_exempt":true}'
  const args = ["--criterion", "it's good", "--metadata", metadata, "--format", "id"]
  const id = (await upnext(["task", "add", "Strict", ...args])).stdout.trim()
  await upnext(["claim", id])
  const unknown = await upnext(["done", id, "--met", "nothing like it"])
  expect(unknown).toMatchObject({ status: 1, stdout: "" })
  expect(unknown.stderr).toContain("--met")
  const { status, stderr } = await upnext(["done", id])
  expect(status).toBe(1)
  expect(stderr).toContain(`${id} has a criterion that is not met: it's good.`)
  expect(stderr).toContain(`\`upnext done ${id} --met 'it'\\''s good' --evidence "what shows it"`)
  const done = await upnext(["done", id, "--met", "it's good", "--evidence", "what shows it"])
  expect(done.stdout).toBe(`✓ ${id} is done  Strict\n`)
})

test("the history shows who did what, and every attempt", async () => {
  const id = (await upnext(["task", "add", "Try", "--format", "id"])).stdout.trim()
  await upnext(["task", "claim", id])
  await upnext(["task", "release", id, "--failed", "--reason", "no access"])
  const shown = await upnext(["history", id])
  expect(shown.stdout).toMatch(/ann claimed\n +status todo → doing\n +assignee unassigned → ann\n/)
  expect(shown.stdout).toMatch(/ATTEMPT BY +BEGUN +TOOK +OUTCOME +REASON\nann .* failed +no access\n$/)
  const page = await upnext(["history", id, "--limit", "1", "--json"])
  expect(page.json()).toMatchObject({ history: [{ type: "task.released" }], total: 3 })
  expect((await upnext(["history", id, "--limit", "1"])).stderr).toContain(
    `1 of 3; more: upnext history ${id} --limit 1 --cursor `,
  )
  expect((await upnext(["history", "T-99"])).status).toBe(1)
  expect((await upnext(["history"])).stderr).toContain("Name a task or an account")
})

test("stats cover everything, one project or one agent, whatever UPNEXT_ variables are set", async () => {
  await upnext([
    "task",
    "add",
    "Count",
    "--project",
    "count",
    "--data",
    '{"status":"doing","assignee":"ann"}',
  ])
  const all = await upnext(["stats", "--days", "2"])
  expect(all).toMatchObject({ status: 0, stderr: "" })
  expect(all.stdout).toMatch(/^2 days {2}.*, UTC\nnow +\d+ todo · \d+ doing[^]*\ncreated +_# {2}\d+\n/)
  expect((await upnext(["stats", "--project", "count"])).stdout).toMatch(/\ncreated +_+# {2}1\n/)
  expect((await upnext(["stats", "--json"], { UPNEXT_PROJECT: "count" })).json()).toMatchObject({
    stats: { wip: { doing: 1 } },
  })
  const own = await upnext(["stats", "--agent", "ann", "--json"], { UPNEXT_PROJECT: "count" })
  expect(own.json()).toMatchObject({ stats: { agents: [{ agent: "ann" }], projects: [] } })
  for (const since of [["--since", "2d"], ["--since", "yesterday"], ["--since=25h"]])
    expect((await upnext(["stats", ...since], { TZ: "UTC" })).stdout).toMatch(/^[23] days {2}/)
  expect((await upnext(["stats", "--days", "0"])).status).toBe(2)
  expect((await upnext(["stats", "--agent", "ann", "--project", "count"])).stderr).toContain(
    "cannot be used with",
  )
})

test("--explain says why this task comes next, and which were passed over", async () => {
  const first = (await upnext(["task", "add", "A", "--project", "why", "--format", "id"])).stdout.trim()
  await upnext(["task", "add", "B", "--project", "why", "--priority", "P0", "--blocked-by", first])
  const why = ["task", "next", "--project", "why", "--explain"]
  const shown = await upnext(why)
  expect(shown.stdout).toContain(
    `${first} is the most urgent ready task that is unassigned or assigned to ann.\n`,
  )
  expect(shown.stdout).toMatch(new RegExp(`\\nPASSED OVER +WHY +TITLE\\n[^]*It waits for ${first}\\. +B\\n`))
  expect((await upnext([...why, "--json"])).json()).toMatchObject({
    task: { id: first },
    explain: {
      passedOver: expect.arrayContaining([expect.objectContaining({ reason: "waits_for" })]) as unknown,
    },
  })
  expect((await upnext([...why, "--format", "id"])).stdout).toBe(`${first}\n`)
  await upnext(["task", "claim", first, "--agent", "bo"])
  const none = await upnext([...why, "--tag", "rare"])
  expect(none).toMatchObject({ status: 3 })
  expect(none.stdout).toMatch(/^Nothing is ready for ann: .* passed over\.\n\nPASSED OVER/)
})

test("--explain says each reason once, with all tasks it applies to", async () => {
  const add = async (...args: string[]) =>
    (await upnext(["task", "add", "--project", "same", "--format", "id", ...args])).stdout.trim()
  const ids = []
  for (const title of ["A", "B", "C", "D", "E"]) ids.push(await add(title, "--assignee", "bo"))
  const own = await add("F", "--assignee", "cy")
  const { stdout } = await upnext(["task", "next", "--project", "same", "--explain"])
  const lines = stdout.split("\n").filter((each) => /assigned/.test(each))
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^${ids.slice(0, 3).join(", ")} and 2 more +It is assigned to bo\\. +5 tasks$`),
    ),
    expect.stringMatching(new RegExp(`^${own} +It is assigned to cy\\. +F$`)),
  ])
})

test.each<[string[], number, string]>([
  [["task", "check", "1"], 2, "<criterion> is missing."],
  [
    ["task", "check", "1", "9"],
    1,
    "T-1 has no criterion 9. Its criteria are: 1. tests pass; 2. docs updated.",
  ],
  [["meet", "1", "1", "--undo", "--evidence", "x"], 2, "--evidence cannot be combined with --undo."],
  [["task", "check", "T-99", "1"], 1, "There is no task T-99."],
  [["task", "next", "--claim", "--explain"], 2, "--explain changes nothing"],
  [["task", "next", "--host", "box"], 2, "--host need --claim."],
])("%j: exit %i", async (args, status, message) => {
  const result = await upnext(args)
  expect(result.stderr).toContain(message)
  expect(result).toMatchObject({ status, stdout: "" })
})
