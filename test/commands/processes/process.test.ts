import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startProcess } from "../../../src/attempts/processes/process.ts"
import { gitIn } from "../../../src/repository/git.ts"

const nowhere = { push: () => Promise.resolve(), end: () => Promise.resolve() }

/** Runs a line of the shell, and resolves with its exit and the last line that it printed. */
async function run(line: string, env: NodeJS.ProcessEnv = process.env) {
  const order = { command: "sh", args: ["-c", line], env, input: "" }
  const { exit, stdout } = await (await startProcess({ ...order, stdout: nowhere, stderr: nowhere })).ended
  return { exit, last: stdout.last() }
}

/** One that has ended is no longer there, even before its exit status is read. */
function isThere(pid: string): boolean {
  const state = spawnSync("ps", ["-o", "state=", "-p", pid], { encoding: "utf8" }).stdout.trim()
  return state !== "" && !state.startsWith("Z")
}

test.each([
  ["holds its output open", "sleep 100 & echo $!; exit 3", false],
  ["is silent", "sleep 100 >/dev/null 2>&1 & echo $!; exit 3", false],
  [
    "does not end when it is asked to",
    "(trap '' TERM; while :; do sleep 0.2; done) & echo $!; exit 3",
    false,
  ],
  ["left its group", "setsid sleep 15 & echo $!; exit 3", true],
])("a command ends with its exit, though a process that it left behind %s", async (_, line, stays) => {
  const begun = performance.now()
  const { exit, last } = await run(line)
  expect(exit).toBe(3)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(isThere(last)).toBe(stays)
})

test("git ends with its exit, too, and what it left behind stays", async () => {
  const directory = await mkdtemp(join(tmpdir(), "upnext-git-"))
  await writeFile(join(directory, "git"), "#!/bin/sh\nsleep 15 &\necho said\n", { mode: 0o755 })
  const begun = performance.now()
  const env = { ...process.env, PATH: `${directory}:${process.env["PATH"] ?? ""}` }
  expect(await gitIn(directory, env).run(["fetch"])).toBe("said\n")
  expect(performance.now() - begun).toBeLessThan(10_000)
  await rm(directory, { recursive: true })
})

test("a command finds the repository that it runs in, not that of a hook which started us", async () => {
  const ofHook = { GIT_DIR: "/x", GIT_WORK_TREE: "/x", GIT_INDEX_FILE: "/x", GIT_AUTHOR_NAME: "ann" }
  const { last } = await run("env | grep ^GIT_ | sort | tr '\\n' ' '", {
    PATH: process.env["PATH"],
    ...ofHook,
  })
  expect(last).toBe("GIT_AUTHOR_NAME=ann")
})
