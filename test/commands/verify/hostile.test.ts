import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { ensureProgram } from "../../support/debian.ts"
import { call, serverForFile } from "../../support/server.ts"
import { landing } from "../landing.ts"
import { repositoryWith } from "./repository.ts"

const server = serverForFile({}, true)

const hostile = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned;",
  "| touch pwned",
  "&& touch pwned",
  "--upload-pack=touch pwned",
  "--yes",
  "-c",
  "../../pwned",
  "$UPNEXT_TASK_TITLE",
  "test; touch pwned",
  "tеst", // with a Cyrillic е
  "__proto__",
  "HEAD:.upnext.json",
  "'\"\\",
]

/** Each program that was started, with its arguments, in all processes. */
function startedIn(trace: string): string[] {
  return readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => line.includes("execve(") && line.includes("= 0"))
    .map((line) => /execve\((.*), 0x/.exec(line)?.[1] ?? line)
}

test("nothing of the board is run: names, texts and branches are only names", async ({ skip }) => {
  const traced =
    ensureProgram("strace") &&
    spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0
  if (!traced) return skip("SKIPPED: strace is missing or ptrace is denied here")
  const { root, env, hold, run, read, git } = await repositoryWith(server.url, { test: "echo ran" })
  const id = await hold()
  const { status } = await call(server.url, "PATCH", `/tasks/${id}`, {
    title: hostile.join(" "),
    description: hostile.join("\n"),
    done_criteria: hostile,
    checks: ["test", ...hostile],
    criteriaChecks: Object.fromEntries(
      hostile.filter((text) => text !== "__proto__").map((text) => [text, text]),
    ),
    tags: ["$(touch pwned)"],
    project: "$(touch pwned)",
  })
  expect(status).toBe(200)
  git("checkout", "--quiet", "-b", "$(touch${IFS}pwned)")
  const trace = join(env.XDG_CONFIG_HOME, "trace")
  const cli = join(process.cwd(), "dist/cli.cjs")
  for (const args of [
    ["verify", id],
    ["done", id, "--verify", "--no-lesson", "x"],
    ["done", id, "--no-lesson", "x"],
  ]) {
    const traceFlags = ["-f", "-qq", "--seccomp-bpf", "-s", "100000", "-e", "trace=execve", "-o", trace]
    spawnSync("strace", [...traceFlags, process.execPath, cli, ...args], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env },
    })
    const started = startedIn(trace)
    expect(started.length).toBeGreaterThan(1)
    const rest = started.filter((each) => !isExpected(each))
    expect(rest).toEqual([])
    // Not even as an argument of git.
    expect(started.filter((each) => each.includes("pwned") || each.includes("tеst"))).toEqual([])
  }
  const everywhere = [root, join(root, ".."), join(root, ".git")].flatMap((place) => readdirSync(place))
  expect(everywhere.filter((name) => name.includes("pwned"))).toEqual([])
  const { checks, task } = await read(id)
  expect(task.status).toBe("done")
  const unknown = (checks as { check: string; status: string }[]).filter(
    ({ status: how }) => how === "unknown",
  )
  expect(new Set(unknown.map(({ check }) => check))).toEqual(new Set(hostile))
  expect((await run("show", id, "--checks")).status).toBe(0)
})

test("nor is it when finished work lands", async ({ skip }) => {
  const traced =
    ensureProgram("strace") &&
    spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0
  if (!traced) return skip("SKIPPED: strace is missing or ptrace is denied here")
  const { root, env, work, git, log } = await landing(server.url, { test: "echo ran" }, { setup: "echo ran" })
  const names = ["-f.txt", "--upload-pack=pwn", "$(touch pwned)", "x;touch pwned\n"]
  const files = Object.fromEntries(names.map((name) => [name, "x\n"]))
  const { id } = await work(files, "--check", "test")
  const title = hostile.join(" ")
  const summary = { title, description: hostile.join("\n"), tags: ["$(touch pwned)"] }
  expect((await call(server.url, "PATCH", `/tasks/${id}`, summary)).status).toBe(200)
  const trace = join(env.XDG_CONFIG_HOME, "trace")
  const traceFlags = ["-f", "-qq", "--seccomp-bpf", "-s", "100000", "-e", "trace=execve", "-o", trace]
  const cli = join(process.cwd(), "dist/cli.cjs")
  const { status, stderr } = spawnSync("strace", [...traceFlags, process.execPath, cli, "land", id], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env },
    encoding: "utf8",
  })
  expect(status, stderr).toBe(0)
  const started = startedIn(trace)
  expect(started.length).toBeGreaterThan(10)
  expect(started.filter((each) => !isExpected(each))).toEqual([])
  expect(started.filter((each) => /pwn|tеst/.test(each))).toEqual([])
  const everywhere = [root, join(root, ".."), join(root, ".git"), `${root}.trees`]
  const found = everywhere.flatMap((place) => readdirSync(place)).filter((name) => name === "pwned")
  expect(found).toEqual([])
  expect(log()).toEqual([`${title} (${id})`, "Begin"])
  const listed = git("ls-tree", "-z", "--name-only", "main").split("\0")
  expect(listed).toEqual(expect.arrayContaining(names))
})

function isExpected(execve: string): boolean {
  const isNode = execve.startsWith(JSON.stringify(process.execPath))
  const isGit =
    /^"[^"]*\/git(-core\/git)?", \["git", "-C", /.test(execve) ||
    /^"[^"]*\/git", \["(?:[^"]*\/)?git"/.test(execve)
  const isCheck = execve.includes('["sh", "-c", "echo ran"]')
  const isGuard = execve.includes('"upnext-watch"')
  return isNode || isGit || isCheck || isGuard
}
