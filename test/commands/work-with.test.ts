import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { call, serverForFile } from "../support/server.ts"
import { upnext } from "./upnext.ts"
import { repositoryWith } from "./verify/repository.ts"

const server = serverForFile()

/** Programs of these names that keep their arguments and their standard input, and then do this. */
function programs(names: readonly string[], script: string) {
  const bin = mkdtempSync(join(tmpdir(), "upnext-bin-"))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  for (const name of names) {
    const path = join(bin, name)
    writeFileSync(
      path,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${bin}/${name}.args\ncat > ${bin}/${name}.in\n${script}\n`,
    )
    chmodSync(path, 0o755)
  }
  return { bin, kept: (file: string) => readFileSync(join(bin, file), "utf8") }
}

const add = async (project: string, more = {}) =>
  (
    (await call(server.url, "POST", "/tasks", { title: "Paint it", project, ...more })).body["task"] as {
      id: string
    }
  ).id

test("a known agent does a task in a tree of its own, under its own name, and what is proven lands", async () => {
  const { root, git, env } = await repositoryWith(server.url, { t: "grep -q GOOD a.txt" })
  git("config", "user.name", "ann")
  git("config", "user.email", "ann@example.org")
  const { bin, kept } = programs(["claude"], "echo GOOD >> a.txt; echo 'reflection: easy'")
  const id = await add("with", { checks: ["t"] })
  const { UPNEXT_AGENT: _, ...unnamed } = env
  const { status, stderr } = await upnext(
    ["work", "--with", "claude", "--once", "--land", "--yes", "--project", "with", "--", "--model", "opus"],
    { ...unnamed, PATH: `${bin}:${process.env["PATH"]}` },
    "",
    root,
  )
  expect(status, stderr).toBe(0)
  expect(stderr).toContain("Runs claude -p 'Do the task given as JSON on standard input")
  expect(kept("claude.args")).toMatch(
    /^-p\nDo the task [^\n]*\n--permission-mode\nacceptEdits\n--model\nopus\n$/,
  )
  expect(JSON.parse(kept("claude.in"))).toMatchObject({ id, title: "Paint it" })
  expect(git("show", "main:a.txt")).toContain("GOOD")
  expect((await call(server.url, "GET", `/tasks/${id}`)).body["task"]).toMatchObject({
    status: "done",
    assignee: "claude",
  })
})

test.each(["codex", "gemini", "opencode"])(
  "%s runs where it stands outside of a repository",
  async (name) => {
    const directory = mkdtempSync(join(tmpdir(), "upnext-plain-"))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    mkdirSync(join(directory, "config"))
    const { bin, kept } = programs([name], "pwd; echo 'reflection: x'")
    await add(name)
    const { status, stdout, stderr } = await upnext(
      ["work", "--with", name, "--once", "--agent", "bo", "--project", name],
      {
        UPNEXT_URL: server.url,
        PATH: `${bin}:${process.env["PATH"]}`,
        XDG_CONFIG_HOME: join(directory, "config"),
      },
      "",
      directory,
    )
    expect([status, stdout.trim().split("\n")[0]], stderr).toEqual([0, directory])
    expect(kept(`${name}.args`)).toContain("Do the task given as JSON on standard input")
  },
)

test("an agent that nobody knows is refused, and one that is not installed costs no attempt", async () => {
  const env = { UPNEXT_URL: server.url, PATH: "/usr/bin:/bin" }
  const unknown = await upnext(["work", "--with", "nope", "--once"], env)
  expect([unknown.status, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("--with takes claude, codex, gemini, opencode, but not nope."),
  ])
  const id = await add("missing")
  const missing = await upnext(["work", "--with", "opencode", "--project", "missing"], env, "", tmpdir())
  expect([missing.status, missing.stderr]).toEqual([
    2,
    expect.stringContaining('There is no program "opencode" on the PATH.'),
  ])
  expect((await call(server.url, "GET", `/tasks/${id}`)).body["task"]).toMatchObject({
    status: "todo",
    attempts: 0,
  })
})
