import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { serveApart } from "./commands/upnext.ts"
import { call } from "./support/server.ts"
import { passEleven, slowClock } from "./support/slow-server.ts"
import { until } from "./support/worker.ts"

const served = await serveApart({ server: slowClock })
const cwd = await mkdtemp(join(tmpdir(), "upnext-story-"))
afterAll(() => rm(cwd, { recursive: true, force: true }))

const add = async (title: string, project: string): Promise<string> =>
  (await call(served.server.url, "POST", "/tasks", { title, project })).body["task"].id as string

// Written once: a shell that starts it while it is written again finds it busy.
const bin = join(cwd, "bin")
await mkdir(bin)
const program = `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/dist/cli.cjs" "$@"\n`
writeFileSync(join(bin, "upnext"), program, { mode: 0o755 })

/** Types a script into a shell of its own, where `upnext` is on the path and nothing names a session. */
function type(script: string, env: NodeJS.ProcessEnv): ChildProcess & { said(): string } {
  const shell = spawn("sh", ["-c", script], {
    cwd,
    env: { PATH: `${bin}:${process.env["PATH"]}`, HOME: "/nonexistent", UPNEXT_HOME: served.home, ...env },
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  })
  let text = ""
  shell.stderr.on("data", (part: Buffer) => (text += part.toString()))
  return Object.assign(shell, { said: () => text })
}

test("the loop of the page for agents, typed twice at once under one name, does every task once", async () => {
  const project = "loops"
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`task ${n}`, project)))
  const blocks = readFileSync("docs/agents.md", "utf8").matchAll(/```sh\n([^`]*)```/g)
  const loop = [...blocks].map(([, text = ""]) => text).find((text) => text.includes("while :; do")) ?? ""
  const work = '#!/bin/sh\necho "$1" >> did\nsleep 0.3\n'
  writeFileSync(join(cwd, "do-the-work"), work, { mode: 0o755 })
  const env = { UPNEXT_PROJECT: project }
  const loops = [type(loop, env), type(loop, env)]
  const done = async () => {
    const { body } = await call(served.server.url, "GET", `/tasks?project=${project}&status=done`)
    return body["total"] as number
  }
  await until(async () => (await done()) === ids.length || loops.some(({ exitCode }) => exitCode !== null))
  const said = loops.map((each) => each.said()).join("")
  // A loop that ended by itself has failed, and its errors are shown below.
  for (const shell of loops.filter(({ exitCode }) => exitCode === null)) {
    process.kill(-(shell.pid ?? 0), "SIGTERM")
    await once(shell, "exit")
  }
  expect(
    loops.map(({ exitCode }) => exitCode),
    said,
  ).toEqual([null, null])
  expect(said).not.toMatch(/error|another process/)
  const did = readFileSync(join(cwd, "did"), "utf8").trim().split("\n")
  expect(did.sort()).toEqual(ids.sort())
})

test("of three sessions of one name none takes what another is at work on; what a dead one left is taken over once it is silent", async () => {
  const project = "three"
  const as = (session: string) => ({ UPNEXT_AGENT: "trio", UPNEXT_SESSION: session, UPNEXT_PROJECT: project })
  const run = (session: string, ...args: string[]) => served.upnext(args, as(session))
  const ids = [await add("one", project), await add("two", project)]
  const claimed = await Promise.all(
    ["a", "b", "c"].map((each) => run(each, "next", "--claim", "--format", "id")),
  )
  expect(claimed.map(({ stdout }) => stdout.trim()).sort()).toEqual(["", ...ids].sort())
  const sessionOf = (id: string) =>
    ["a", "b", "c"][claimed.findIndex(({ stdout }) => stdout.trim() === id)] ?? ""
  const [dead, living, idle] = [sessionOf(ids[0] ?? ""), sessionOf(ids[1] ?? ""), sessionOf("")]

  // The session without work does what it is told, again and again. Nobody told it to take anything.
  for (const args of [["next"], ["next", "--claim"], ["claim", "--format", "id"], ["next", "--claim"]])
    expect(await run(idle, ...args)).toMatchObject({ status: 3, stdout: "" })
  const refused = await run(idle, "claim", ids[0] ?? "")
  expect(refused.stderr).toContain("working on the task")
  expect(refused.stderr).not.toContain("take-over")

  // Eleven minutes later one of the two has not written a word; the other has.
  await passEleven(served.server)
  expect(await run(living, "comment", ids[1] ?? "", "Half is done.")).toMatchObject({ status: 0 })
  const told = await run(idle, "next", "--claim")
  expect(told.status).toBe(3)
  const [, way = ""] = /`upnext (.*)`/.exec(told.stderr) ?? []
  expect(told.stderr).toContain(`${ids[0]} is held by another session under this name, last heard`)
  expect((await run(idle, ...way.split(" "))).status).toBe(0)
  const late = await run(dead, "done", ids[0] ?? "", "--lesson", "x")
  expect(late).toMatchObject({ status: 1, stdout: "" })
  for (const [session, id] of [
    [idle, ids[0]],
    [living, ids[1]],
  ])
    expect(await run(session ?? "", "done", id ?? "", "--lesson", "x")).toMatchObject({ status: 0 })
})
