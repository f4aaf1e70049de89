import { execFile } from "node:child_process"
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, test } from "vitest"
import { importKinds } from "../src/domain/wire/imports/import-form.ts"
import { serve } from "./commands/upnext.ts"
import { call } from "./support/server.ts"

const run = promisify(execFile)
const page = await readFile("docs/coming-from.md", "utf8")
const served = await serve()
const space = await mkdtemp(join(tmpdir(), "upnext-coming-from-"))
afterAll(() => rm(space, { recursive: true, force: true }))

/** The shell blocks of a part of the page, as they are printed there. */
function blocksOf(part: string): string[] {
  const text = page.split(/^## /m).find((each) => each.startsWith(`${part}\n`)) ?? ""
  return [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block = ""]) => block)
}
const [listing = "", closing = "", script = ""] = blocksOf("GitHub")

/** A program that stands in for `gh`: it prints the issues of a file, and notes what it is asked. */
const standIn = `#!/bin/sh
printf '%s|' "$@" >> "${space}/asked"; echo >> "${space}/asked"
[ "$2" != list ] || cat "${space}/issues.json"
`

async function prepare() {
  const bin = join(space, "bin")
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, "gh"), standIn)
  await writeFile(
    join(bin, "upnext"),
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli.cjs")}" "$@"\n`,
  )
  await writeFile(join(space, "close-issue"), script)
  for (const file of [join(bin, "gh"), join(bin, "upnext"), join(space, "close-issue")])
    await chmod(file, 0o755)
  return (text: string) =>
    run("sh", ["-c", text], {
      cwd: space,
      env: {
        PATH: `${bin}:${process.env["PATH"]}`,
        UPNEXT_URL: served.server.url,
        UPNEXT_HOME: served.home,
        HOME: space,
      },
    })
}

const issue = (number: number, title: string, more: object = {}) => ({
  ...{ number, title, body: "", state: "OPEN", stateReason: "", labels: [], assignees: [], comments: [] },
  ...{ author: { login: "grace" }, createdAt: "2026-01-02T10:00:00Z", updatedAt: "2026-01-02T10:00:00Z" },
  ...{ url: `https://github.com/acme/rocket/issues/${number}`, ...more },
})

test("issues of GitHub come in, and the issue of what is done here is closed there, as the page says", async () => {
  const shell = await prepare()
  const asked = async () => (await readFile(join(space, "asked"), "utf8")).trim().split("\n")
  const hostile = 'Crash; "$(touch owned)" `touch owned`'
  await writeFile(join(space, "issues.json"), JSON.stringify([issue(12, hostile), issue(13, "Later")]))
  await shell(listing)
  expect((await asked())[0]).toMatch(/^issue\|list\|--state\|all\|/)
  const { body } = await call(served.server.url, "GET", "/tasks")
  const tasks = body["tasks"] as unknown as { id: string; title: string; source: string }[]
  expect(tasks.map(({ title, source }) => [title, source])).toEqual([
    [hostile, "github:acme/rocket#12"],
    ["Later", "github:acme/rocket#13"],
  ])

  // What was renamed there is renamed here, and nothing comes twice.
  await writeFile(join(space, "issues.json"), JSON.stringify([issue(12, hostile), issue(13, "Soon")]))
  await shell(listing)
  const again = (await call(served.server.url, "GET", "/tasks")).body["tasks"] as unknown as {
    title: string
  }[]
  expect(again.map(({ title }) => title)).toEqual([hostile, "Soon"])

  await call(served.server.url, "POST", "/tasks", { title: "No issue" })
  for (const id of ["T-1", "T-3"]) await call(served.server.url, "PATCH", `/tasks/${id}`, { status: "done" })
  // With --once it ends when it has run for all that has happened.
  await shell(closing.replace("upnext events", "upnext events --once --after 0"))
  const closed = (await asked()).filter((line) => line.startsWith("issue|close"))
  expect(closed).toEqual([`issue|close|12|--repo|acme/rocket|--comment|Done: ${hostile}|`])
  await expect(readFile(join(space, "owned"))).rejects.toThrow("ENOENT")
})

const plan = `# Tasks: Login

## Phase 1: Setup

- [ ] T001 Create the project in package.json

## Phase 2: User Story 1 - Sign in

- [ ] T002 [P] [US1] Add the model in src/user.ts
- [ ] T003 [P] [US1] Add the page in src/page.ts
- [x] T004 [US1] Choose a name
`
const places = [
  ["spec-kit", "specs/001-login/tasks.md"],
  ["Kiro", ".kiro/specs/login/tasks.md"],
  ["OpenSpec", "openspec/changes/add-login/tasks.md"],
] as const

test.each(places)(
  "a plan of %s comes in, three agents do it, and its boxes are checked, as the page says",
  async (part, path) => {
    const shell = await prepare()
    await rm(join(space, "specs"), { recursive: true, force: true })
    await mkdir(dirname(join(space, path)), { recursive: true })
    await writeFile(join(space, path), plan)
    await writeFile(join(space, "do-the-work"), "#!/bin/sh\necho done", { mode: 0o755 })
    const [block = ""] = blocksOf(part)
    const { stdout } = await shell(block.replace("10m", "3s"))
    expect(stdout).toContain("3 checked: T001")
    expect(await readFile(join(space, path), "utf8")).toBe(plan.replaceAll("[ ]", "[x]"))
  },
  60_000,
)

test("the page has a part for each tool", () => {
  const parts = [...page.matchAll(/^## (.*)$/gm)].map(([, name = ""]) =>
    name.toLowerCase().replace(".md", ""),
  )
  for (const kind of importKinds.filter((each) => each !== "csv" && each !== "upnext"))
    expect(parts).toContain(kind)
})
