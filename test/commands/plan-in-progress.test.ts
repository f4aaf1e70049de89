import { execFileSync } from "node:child_process"
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { call } from "../support/server.ts"
import { serve } from "./upnext.ts"

const served = await serve()
const { upnext } = served
const space = await mkdtemp(join(tmpdir(), "upnext-plan-"))
afterAll(() => rm(space, { recursive: true, force: true }))

let count = 0
/** A clone of a repository of its own. */
let at = ""
beforeEach(async () => {
  at = await clone(`one-${++count}`)
})

async function clone(name: string): Promise<string> {
  const folder = join(space, name)
  await mkdir(folder)
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder })
  git("init", "-q")
  git("remote", "add", "origin", `https://example.com/acme/shop-${count}.git`)
  return folder
}

const plan = `---
description: "Tasks"
---
# Tasks: Login

## Phase 1: Setup

- [ ] T001 Create the project in package.json
- [x] T002 [P] Configure linting

## Phase 2: User Story 1 - Log in (Priority: P1)

- [ ] T003 [US1] Create the model in src/user.ts
- [-] T004 [US1] Say what went wrong
`

async function put(text: string | Uint8Array, name = "specs/001-login/tasks.md"): Promise<string> {
  const path = join(at, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

interface Listed {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly source: string
}

/** The tasks of this repository by the end of their sources. */
async function tasks(): Promise<Record<string, Listed>> {
  const answer = await call(served.server.url, "GET", `/tasks?source=checklist:acme/shop-${count}&limit=500`)
  const list = answer.body["tasks"] as Listed[]
  return Object.fromEntries(list.map((task) => [task.source.replace(/^.*?#/, ""), task]))
}

async function finish(...names: string[]): Promise<void> {
  const all = await tasks()
  const how = { agent: "ann", claim: true, noReflection: "plain" }
  for (const name of names) {
    const { status, body } = await call(served.server.url, "POST", `/tasks/${all[name]?.id}/complete`, how)
    expect([status, body["detail"]], name).toEqual([200, undefined])
  }
}

const into = (path: string, ...more: string[]) => upnext(["export", "--into", path, ...more])
const bring = (path: string, ...more: string[]) => upnext(["import", path, ...more])
const last = (text: string) => text.trimEnd().split("\n").at(-1)

test.each([
  ["lines with a line feed", plan],
  ["CRLF, and no end of the last line", plan.replaceAll("\n", "\r\n").trimEnd()],
  ["a byte order mark", `\ufeff${plan.slice(plan.indexOf("#"))}`],
  ["a byte order mark before a box", `\ufeff- [ ] T001 One\n- [ ] T003 Three\n- [-] T004 Four`],
  ["other bullets and spaces", plan.replaceAll("- [ ]", "*\t[]").replaceAll("[-]", "[ ]")],
])("tasks that are done get their boxes checked, and nothing else changes: %s", async (_, text) => {
  const path = await put(text)
  await chmod(path, 0o640)
  await bring(path)
  expect(last((await into(path)).stdout)).toBe(`✓ ${path}: nothing to check`)
  expect(await readFile(path, "utf8")).toBe(text)
  await finish("T001", "T003", "T004")
  const { stdout, stderr } = await into(path)
  expect([last(stdout), stderr]).toEqual([
    expect.stringMatching(/: 3 checked: T001 \(T-\d+\), T003 \(T-\d+\), T004 \(T-\d+\)$/),
    "",
  ])
  const checked = text.replace(/\[[ -]?\](?=\s+T00[134])/g, "[x]")
  expect(await readFile(path)).toEqual(Buffer.from(checked))
  expect((await stat(path)).mode & 0o777).toBe(0o640)
  expect(await readdir(dirname(path))).toEqual(["tasks.md"])
  expect(last((await into(path)).stdout)).toBe(`✓ ${path}: nothing to check`)
  expect(last((await bring(path)).stdout)).toMatch(/: 0 tasks added, \d+ unchanged, 0 skipped$/)
})

test("new boxes come in, moved ones are known again, and those that are gone are named and stay", async () => {
  const path = await put(plan)
  await bring(path)
  const before = await tasks()
  await put(
    plan
      .replace("- [x] T002 [P] Configure linting\n", "")
      .replace("- [ ] T001", "- [ ] T005 Write the README.md\n- [ ] T001")
      .replace(/(- \[ \] T003.*\n)(- .*\n)/, "$2$1"),
  )
  const { stdout } = await bring(path)
  expect(stdout).toContain(
    `No longer in the file, so left unchanged\n  ${before["T002"]?.id} Configure linting`,
  )
  expect(stdout).toMatch(/: 1 task added, .*0 skipped$/m)
  const after = await tasks()
  for (const [name, { id }] of Object.entries(before)) expect(after[name]?.id, name).toBe(id)
  expect(after["T005"]?.title).toBe("Write the README.md")
  expect((await bring(path, "--json")).json()["gone"]).toMatchObject([{ id: before["T002"]?.id }])
  const said = (await into(path, "--json")).json()
  expect(said).toEqual({
    ...{ path, ticked: [], ahead: [], cancelled: [], boxless: [], unknown: [] },
    gone: [before["T002"]?.id],
  })
})

test("of a plan whose file is gone the open tasks are named where its folder is read again", async () => {
  const path = await put(plan)
  await put(plan.replaceAll("T00", "T01"), "specs/002-more/tasks.md")
  await bring(at)
  await finish("T001")
  const { T001, T003, T004 } = await tasks()
  await rm(path)
  const gone = [T003, T004].map((task) => expect.objectContaining({ id: task?.id }))
  for (const folder of [at, join(at, "specs")])
    expect((await bring(folder, "--json")).json()["gone"], folder).toEqual(expect.arrayContaining(gone))
  const { stdout } = await bring(at)
  expect(stdout).toContain("No longer in the file, so left unchanged")
  expect(stdout).not.toMatch(new RegExp(`${T001?.id}\\b`))
  expect((await bring(join(at, "specs/002-more"), "--json")).json()["gone"]).toBeUndefined()
})

test("an edit on both sides is named and kept, and a box checked by hand ends its task", async () => {
  const path = await put(plan)
  await bring(path)
  const { T001, T003, T004 } = await tasks()
  await upnext(["edit", T001?.id ?? "", "--title", "Mine"])
  await put(plan.replace("Create the project", "Make the project").replace("[ ] T003", "[x] T003"))
  const early = await into(path)
  expect(early.stdout).toContain(
    `Checked off in the file but open here; \`upnext import ${path}\` updates the board: T003 (${T003?.id})`,
  )
  const { stdout } = await bring(path)
  expect(stdout).toContain(
    `Left as they are: changed both here and in the source\n  ${T001?.id} (${T001?.source}): title`,
  )
  const after = await tasks()
  expect([after["T001"]?.title, after["T003"]?.status]).toEqual(["Mine", "done"])
  await upnext(["cancel", T004?.id ?? ""])
  expect((await into(path)).stdout).toContain(`Cancelled here, but left open in the file: T004 (${T004?.id})`)
})

test("a second clone of the repository has the same tasks, by a file, a folder or a link", async () => {
  const path = await put(plan)
  await bring(path)
  const before = await tasks()
  const other = await clone(`two-${count}`)
  await cp(join(at, "specs"), join(other, "specs"), { recursive: true })
  await symlink(join(other, "specs/001-login/tasks.md"), join(other, "now.md"))
  await symlink(other, join(space, `link-${count}`))
  for (const named of [
    "",
    "specs",
    "specs/001-login",
    "specs/001-login/tasks.md",
    "now.md",
    `../link-${count}/specs`,
  ])
    expect(last((await bring(join(other, named))).stdout), named).toMatch(
      /: 0 tasks added, 7 unchanged, 0 skipped$/,
    )
  await finish("T001")
  expect(last((await into(join(other, "now.md"))).stdout)).toMatch(/: 1 checked: T001 \(T-\d+\)$/)
  expect(await readFile(join(other, "specs/001-login/tasks.md"), "utf8")).toContain("- [x] T001")
  expect(await readFile(path, "utf8")).toBe(plan)
  const idsOf = (all: Awaited<ReturnType<typeof tasks>>) =>
    Object.entries(all).map(([name, { id }]) => [name, id])
  expect(idsOf(await tasks())).toEqual(idsOf(before))
})

test("a plan below the folder of another one, or of a name that begins alike, is another one", async () => {
  const path = await put(plan)
  for (const name of ["specs/001-login/more/tasks.md", "specs/001-login-2/tasks.md"])
    await bring(await put("- [ ] T001 Other\n- [ ] T009 Nine\n", name))
  expect(last((await bring(path)).stdout)).toMatch(/: 7 tasks added, 0 skipped$/)
  expect((await bring(path, "--json")).json()["gone"]).toBeUndefined()
  expect((await into(path, "--json")).json()["gone"]).toEqual([])
})

test("headings and boxes of Kiro are checked with the last task below them, and items without a box are named", async () => {
  const path = await put(
    "- [ ] 1. Set up\n  - [ ] 1.1 One\n  - [x] 1.2 Two\n- [x] 2. End\n",
    ".kiro/specs/a/tasks.md",
  )
  await bring(path)
  await finish("1.1")
  await into(path)
  expect(await readFile(path, "utf8")).toBe(
    "- [x] 1. Set up\n  - [x] 1.1 One\n  - [x] 1.2 Two\n- [x] 2. End\n",
  )
  const list = await put("# TODO\n\n- buy milk\n- sell it\n", "TODO.md")
  await bring(list)
  const all = await tasks()
  const milk = Object.values(all).find(({ title }) => title === "buy milk")
  await finish("buy milk")
  expect((await into(list, "--json")).json()).toMatchObject({
    ticked: [],
    gone: [],
    boxless: [`buy milk (${milk?.id})`],
  })
})

test("a line of todo.txt that is done gets its x and the day", async () => {
  const path = await put("(A) 2026-01-02 Call Mum +family @phone\r\nx 2026-01-03 Pay\r\nWash", "todo.txt")
  await bring(path)
  await finish("Call Mum", "Wash")
  const { stdout } = await into(path)
  expect(last(stdout)).toMatch(/: 2 checked: /)
  const today = new Date().toISOString().slice(0, 10)
  expect(await readFile(path, "utf8")).toBe(
    `x ${today} 2026-01-02 Call Mum +family @phone pri:A\r\nx 2026-01-03 Pay\r\nx ${today} Wash`,
  )
  expect(last((await bring(path)).stdout)).toMatch(/: 0 tasks added, 3 unchanged, 0 skipped$/)
})

test("a file that cannot be written as it stands is refused, with a way that works", async () => {
  const path = await put(plan)
  expect((await into(path)).stderr).toContain(`\`upnext import ${path} --url `)
  await bring(path)
  await finish("T001")
  const refused = async (named: string, words: string, exit = 2) => {
    const { status, stdout, stderr } = await into(named)
    expect([status, stdout]).toEqual([exit, ""])
    expect(stderr).toContain(words)
  }
  await refused(join(at, "specs"), "specs/001-login/tasks.md --url ")
  await refused("-", "--into takes one file")
  await refused("/dev/null", "--into takes one file")
  await refused(join(at, "gone.md"), "There is no file or folder")
  await chmod(path, 0o444)
  await refused(path, `\`chmod u+w ${path}\` makes the file writable`, 1)
  await chmod(path, 0o644)
  for (const bytes of [
    Buffer.from(`\ufeff${plan}`, "utf16le"),
    Buffer.from(plan.replace("went", "g\xe9"), "latin1"),
  ]) {
    await writeFile(path, bytes)
    await refused(path, "is not UTF-8, so nothing was written")
    expect(await readFile(path)).toEqual(bytes)
  }
})
