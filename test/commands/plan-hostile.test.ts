import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { call } from "../support/server.ts"
import { serve } from "./upnext.ts"

/** `UPNEXT_TEST_IMPORT=100000` for the size that is promised. */
const many = Number(process.env["UPNEXT_TEST_IMPORT"] ?? 1_000)

const board = await serve()
const space = await mkdtemp(join(tmpdir(), "upnext-hostile-"))
afterAll(() => rm(space, { recursive: true, force: true }))

async function bring(origin: string, text: string, name = "specs/001-a/tasks.md") {
  const path = join(space, origin, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  const ended = await board.upnext(["import", path, "--origin", origin])
  const { body } = await call(
    board.server.url,
    "GET",
    `/tasks?source=checklist:${origin}&limit=500&sort=created`,
  )
  return { ...ended, path, total: body["total"] as number, tasks: body["tasks"] as Listed[] }
}

interface Listed {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly resources: readonly string[]
}

test(`a plan of ${many} boxes comes in, and the same file again changes nothing`, async () => {
  const text = Array.from({ length: many }, (_, i) => `- [ ] T${i} [P] Do ${i} in src/a${i}.ts\n`).join("")
  const { total, path, stderr } = await bring("many", text)
  expect([total, stderr]).toEqual([many, ""])
  const again = await board.upnext(["import", path, "--origin", "many"])
  expect(again.stdout).toMatch(/: 0 tasks added, [\d,]+ unchanged, 0 skipped\n$/)
  const look = await board.upnext(["export", "--into", path, "--origin", "many", "--json"])
  expect(look.json()).toMatchObject({ ticked: [], unknown: [], gone: [] })
}, 600_000)

test("boxes 500 deep come in as far as tasks may stand in each other, and are done from the last one up", async () => {
  const text = Array.from({ length: 500 }, (_, i) => `${"  ".repeat(i)}- [ ] ${i}\n`).join("")
  const { status, stdout, stderr, total } = await bring("deep", text, "TODO.md")
  expect([status, stderr]).toEqual([0, ""])
  expect(total).toBeGreaterThan(0)
  expect(stdout).toMatch(/^✓ I-\d+, TODO.md: \d+ tasks added/m)
})

test("an id that is given twice is two tasks, and control characters reach no terminal", async () => {
  const { stdout, tasks } = await bring(
    "twice",
    "- [ ] T001 One\n- [ ] T001 \u001b[31mred\u001b]0;title\u0007 \u202etwo\n- [ ] T001 One\n- [ ] T002 Nul \u0000\u0008\n",
  )
  expect(tasks.map(({ source }) => source)).toHaveLength(new Set(tasks.map(({ source }) => source)).size)
  expect(tasks).toHaveLength(4)
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
})

test.each([
  "../../etc/passwd",
  "/etc/passwd",
  "~/.ssh/config.json",
  "C:\\Windows\\win.ini",
  "src/../../x.ts",
  "a//b.ts",
])("a path out of the repository is no resource: %s", async (path) => {
  const { tasks } = await bring(
    `path-${encodeURIComponent(path).replaceAll("%", "")}`,
    `- [ ] T001 Create the file in ${path}\n- [ ] T002 Write it in \`${path}\`\n`,
  )
  expect(tasks).toHaveLength(2)
  for (const { resources } of tasks)
    expect(resources.filter((each) => /^\/|^~|\.\.|\/\/|\\|:/.test(each))).toEqual([])
})

test.each(["001-$(touch x)", "001 `id`; rm -rf", "-rf", "00%23a", "ünï", "a'b\"c"])(
  "a plan whose folder is called %j comes in, is known again, and is written to",
  async (folder) => {
    const origin = `folder-${Buffer.from(folder).toString("hex")}`
    const { status, path, stderr } = await bring(
      origin,
      "- [ ] T001 One\n- [ ] T002 Two\n",
      `specs/${folder}/tasks.md`,
    )
    expect([status, stderr]).toEqual([0, ""])
    const again = await board.upnext(["import", path, "--origin", origin])
    expect(again.stdout).toContain("0 tasks added")
    const look = await board.upnext(["export", "--into", path, "--origin", origin])
    // oxlint-disable-next-line no-control-regex
    expect(look.stdout).not.toMatch(/\u001b/)
    expect([look.status, look.stderr]).toEqual([0, ""])
  },
)

test("a plan whose folder is called by control characters is named as skipped, without them", async () => {
  const { status, stdout, stderr, total, path } = await bring(
    "raw",
    "- [ ] T001 One\n",
    "specs/a\u001b[2Jb/tasks.md",
  )
  expect([status, stderr, total]).toEqual([0, "", 0])
  expect(stdout).toContain("1 task skipped")
  const look = await board.upnext(["export", "--into", path, "--origin", "raw"])
  expect([look.status, look.stdout]).toEqual([1, ""])
  // oxlint-disable-next-line no-control-regex
  expect(stdout + look.stderr).not.toMatch(/\u001b/)
})

test("a filter by a source that cannot be is refused", async () => {
  for (const source of ["", "x".repeat(451), "a%0Ab"])
    expect((await call(board.server.url, "GET", `/tasks?source=${source}`)).status, source).toBe(400)
})
