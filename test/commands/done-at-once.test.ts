import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { startServer, temporaryHome } from "../support/server.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart()
const directory = mkdtempSync(join(tmpdir(), "upnext-done-"))
afterAll(() => rmSync(directory, { recursive: true }))

const add = async (...args: string[]) =>
  (await served.upnext(["add", ...args, "--format", "id"])).stdout.trim()
const status = async (id: string) => (await served.upnext(["show", id, "--json"])).json()["task"]

/** A line in a shell, as typed, with the server's address. */
function shell(line: string, agent = "ann") {
  const name = `upnext() { '${process.execPath}' '${join(process.cwd(), "dist/cli.cjs")}' "$@"; }`
  const env = {
    ...{ PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_AGENT: agent },
    ...{ UPNEXT_URL: served.server.url, UPNEXT_HOME: served.home },
  }
  return spawnSync("bash", ["-c", `${name}; ${line}`], { encoding: "utf8", cwd: directory, env })
}

test("on a new home a person puts in, takes and finishes without a refusal", async () => {
  expect(JSON.parse(readFileSync(join(served.home, "config.json"), "utf8"))).toEqual({
    policy: { reflection: "agents" },
  })
  const [one, two] = [await add("one"), await add("two")]
  expect(await served.upnext(["done", one])).toMatchObject({ status: 0, stdout: `✓ ${one} is done  one\n` })
  expect(await served.upnext(["claim", two])).toMatchObject({ status: 0 })
  expect(await served.upnext(["done", two])).toMatchObject({ status: 0, stderr: "" })
})

test("a coding agent is asked what it learned, and inside `work` no other task is claimed", async () => {
  const id = await add("three")
  const agent = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "abc" }
  const asked = await served.upnext(["done", id], agent)
  expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining("--lesson")])
  const inside = await served.upnext(["done", id], { UPNEXT_TASK_ID: "T-99" })
  expect([inside.status, inside.stderr]).toEqual([1, expect.stringContaining("nobody holds it")])
  expect(await status(id)).toMatchObject({ status: "todo", assignee: "unassigned" })
})

test("a loop over a list finishes each task of it, and says with its status that one could not be", async () => {
  const ids = [await add("a"), await add("b"), await add("c")]
  writeFileSync(join(directory, "list"), `${ids.join("\n")}\n`)
  const all = shell("while read t; do upnext done $t || exit 9; done < list")
  expect([all.status, all.stdout]).toEqual([0, ids.map((id, i) => `✓ ${id} is done  ${"abc"[i]}\n`).join("")])
  writeFileSync(join(directory, "list"), `${await add("d", "--assignee", "bo")}\n`)
  expect(shell("while read t; do upnext done $t || exit 9; done < list").status).toBe(9)
})

test("the next id goes down a pipe alone", async () => {
  const id = await add("urgent", "-p", "P0")
  const next = shell("upnext next --format id | head -1", "eve")
  expect([next.status, next.stdout, next.stderr]).toEqual([0, `${id}\n`, ""])
})

test.each<[string, string | null]>([
  ["settings of its own", '{"policy":{"reflection":"required"}}'],
  ["a board from before", null],
])("a home with %s goes on as it was", async (_, config) => {
  const { home, remove } = await temporaryHome()
  const env = { UPNEXT_REFLECTION: config === null ? "required" : undefined }
  if (config !== null) writeFileSync(join(home, "config.json"), config)
  const start = async (more: NodeJS.ProcessEnv) => {
    const server = await startServer({ home, env: { ...more } })
    const post = (path: string, body: unknown) =>
      fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    await post("/tasks", { title: "x" })
    const { status: code } = await post("/tasks/T-1/complete", { agent: "ann", claim: true })
    server.kill("SIGTERM")
    await server.exited
    return code
  }
  expect(await start(env)).toBe(409)
  expect(await start({})).toBe(409)
  await remove()
})

test("finishing after the claim expired is noted, and claiming anew is not", async () => {
  const [late, anew] = [await add("late"), await add("anew")]
  for (const id of [late, anew]) await served.upnext(["claim", id, "--lease", "1s"])
  for (const id of [late, anew])
    await expect.poll(() => status(id), { timeout: 20_000 }).toMatchObject({ status: "todo" })
  await served.upnext(["retry", anew])
  await served.upnext(["claim", anew])
  const said = await served.upnext(["done", late])
  expect(said).toMatchObject({ status: 0, stderr: "note  Your claim had expired.\n" })
  expect(await served.upnext(["done", anew])).toMatchObject({ status: 0, stderr: "" })
})

test("what comes too late to a finished task is proposed as it was typed", async () => {
  const id = await add("late", "--criterion", "tests pass", "--criterion", "it runs")
  await served.upnext(["done", id, "--lesson", "early", "--agent", "ann"])
  const typed = ["--met", "1", "--evidence", "build 7", "--met", "it runs", "--lesson", "It's late"]
  const late = await served.upnext(["done", id, ...typed, "--agent", "ann"])
  expect(late.status).toBe(1)
  const commands = [...late.stderr.matchAll(/`(upnext [^`]+)`/g)].map(([, line = ""]) => line)
  expect(commands.map((line) => line.replace(/ --url \S+/, ""))).toEqual([
    `upnext meet ${id} 1 --evidence "build 7" --agent ann`,
    `upnext meet ${id} "it runs" --agent ann`,
    `upnext edit ${id} --lesson "It's late" --agent ann`,
  ])
  const lines = await served.upnext(["done", id, "--lesson", "-", "--agent", "ann"], {}, "a\nb")
  expect(lines.stderr).toContain(`upnext edit ${id} --lesson <text>`)
  for (const line of commands) expect(shell(line).status).toBe(0)
})
