import { userInfo } from "node:os"
import { describe, expect, test } from "vitest"
import { taskCard, type ShownTask } from "../../src/terminal/shown/task.ts"
import { call, temporaryHome } from "../support/server.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart()
const { upnext } = served

test("the first loop: add, next, claim, comment, done", async () => {
  const ann = { UPNEXT_AGENT: "ann" }
  expect(await upnext(["task", "next"], ann)).toMatchObject({ status: 3, stderr: "Nothing is ready.\n" })
  const added = await upnext(["task", "add", "Write the report", "--criterion", "a", "--criterion", "b"], ann)
  expect(added).toMatchObject({
    status: 0,
    stdout: "✓ T-1 is added (P2, todo)  Write the report\n",
    stderr: "",
  })
  const next = await upnext(["task", "next", "--json", "--full"], ann)
  expect(next.json()).toMatchObject({
    task: { id: "T-1", status: "todo", done_criteria: ["a", "b"], createdBy: "ann" },
  })
  const claimed = await upnext(["task", "claim", "--json", "--full"], ann)
  expect(claimed.json()).toMatchObject({
    task: { status: "doing", assignee: "ann" },
    lease: { token: expect.any(String) as string },
  })
  expect((await upnext(["task", "comment", "1", "half of it"], ann)).status).toBe(0)
  expect((await upnext(["task", "comment", "t-1", "-"], ann, "from\nstdin\n")).status).toBe(0)
  expect((await upnext(["task", "show", "T-1"], ann)).stdout).toMatch(/half of it[^]*from\n {4}stdin\n/)
  const inSession = { ...ann, UPNEXT_SESSION: "s1" }
  const refused = await upnext(["task", "done", "T-1"], inSession)
  expect(refused).toMatchObject({ status: 1, stdout: "" })
  expect(refused.stderr).toMatch(/^error .*\nhint {2}Add --lesson .*\n$/)
  const { token } = claimed.json()["lease"] as { token: string }
  const stale = await upnext(
    ["task", "done", "T-1", "--lesson", "x", "--lease-token", "T-1.0.x", "--json"],
    ann,
  )
  expect(stale.json()).toMatchObject({ code: "lease_lost" })
  const done = await upnext(
    ["task", "done", "T-1", "--met", "a", "--lesson", "-", "--lease-token", token],
    {},
    "files beat mocks",
  )
  const stdout =
    "✓ T-1 is done  Write the report\n  not met: b\n" +
    '  `upnext meet T-1 2 --evidence "…"` records that it is met; `upnext reopen T-1` takes the task back.\n'
  expect(done).toMatchObject({ status: 0, stdout, stderr: "" })
  expect((await upnext(["task", "next"], ann)).status).toBe(3)
})

describe("--json prints what the API answered, with --full all of it, or the problem document", () => {
  test.each<[string[], number, Record<string, unknown>]>([
    [["task", "add", "x", "--assignee", "json-1"], 0, { task: { status: "todo", version: 1 } }],
    [["task", "add", "y", "--full"], 0, { task: { title: "y" } }],
    [
      ["task", "add", "--data", '{"title":"from data","assignee":"json-1"}', "--full"],
      0,
      { task: { title: "from data" } },
    ],
    [["task", "next", "--agent", "nobody", "--project", "none"], 3, { task: null }],
    [["task", "claim", "--agent", "nobody", "--project", "none"], 3, { task: null }],
    [["task", "list", "--assignee", "json-1"], 0, { total: 2 }],
    [["task", "show", "T-1"], 0, { task: { id: "T-1" } }],
    [["task", "show", "T-999"], 1, { code: "task_not_found", status: 404 }],
    [["task", "edit", "T-1", "--priority", "P0", "--full"], 0, { task: { priority: "P0" } }],
    [["task", "edit", "T-1", "--if-version", "1", "--priority", "P1"], 1, { code: "version_mismatch" }],
    [["task", "edit", "T-1", "--priority", "P9"], 2, { code: "invalid_input" }],
    [
      ["task", "comment", "T-1", "hi", "--full"],
      0,
      { comment: { content: "hi", author: userInfo().username } },
    ],
    [["task", "release", "T-1", "--agent", "ann"], 1, { status: 409 }],
    [["task", "review", "T-1", "approve", "--agent", "bo"], 1, { status: 409 }],
    [["agent", "list"], 0, { agents: expect.any(Array) as unknown }],
    [["task", "nxt"], 2, { code: "invalid_input" }],
    [["task", "add", "x", "--titel", "y"], 2, { code: "invalid_input" }],
    [["status"], 0, { health: { status: "ok" }, lock: { holder: { pid: expect.any(Number) as number } } }],
    [["team", "seed"], 0, { created: true }],
  ])("%j", async (args, status, expected) => {
    const result = await upnext([...args, "--json"])
    expect(result.json()).toMatchObject(expected)
    expect(result).toMatchObject({ status, stderr: "" })
  })
})

/** No agent can have this login name, so the commands have no name. */
const nameless = { LOGNAME: "upnext" }

describe("a mistake in a command line is reported in one line and a hint, without a stack trace", () => {
  test.each<[string[], number, string]>([
    [["task", "list", "--stauts", "todo"], 2, "Unknown flag --stauts. Did you mean --status?"],
    [
      ["task", "list", "--status", "tood"],
      2,
      '--status must be one of todo, doing, blocked, review, done, cancelled, not "tood"',
    ],
    [["task", "list", "--limit"], 2, "--limit needs a value: --limit <number>."],
    [["task", "show"], 2, "<id> is missing."],
    [["task", "show", "seven"], 2, '"seven" is not a task id such as T-7.'],
    [["task", "add", "two", "words"], 2, 'Unexpected argument "words".'],
    [["task", "add"], 2, "<title> is missing."],
    [["task", "add", "--title", "a", "--", "b"], 2, 'The title is given twice: as "b" and with --title.'],
    [
      ["task", "next", "--agent", "a", "--wait", "0s"],
      2,
      '--wait takes a duration such as 30s or 10m, longer than zero, not "0s".',
    ],
    [["task", "next", "--agent", "a", "--wait", "3x"], 2, "--wait takes a duration such as"],
    [["task", "next"], 2, "No agent was given."],
    [["task"], 2, "`upnext task` needs a command: add, next,"],
    [["task", "lsit"], 2, "Did you mean `upnext list`?"],
    [["statu"], 2, "Did you mean `upnext status`?"],
    [
      ["task", "next", "--agent", "a", "--url", "http://127.0.0.1:1"],
      4,
      "No server is listening at http://127.0.0.1:1.",
    ],
  ])("%j: exit %i", async (args, status, message) => {
    const result = await upnext(args, nameless)
    expect(result.stderr).toContain(message)
    expect(result.stderr).toMatch(/^error [^\n]+\nhint {2}[^\n]+\n$/)
    expect(result).toMatchObject({ status, stdout: "" })
  })
})

test("`upnext task` names the commands that its help lists", async () => {
  const help = (await upnext(["task", "--help"])).stdout
  const [, listed = ""] = /^Commands\n([^]*?)\n\n/m.exec(help) ?? []
  const names = listed.split("\n").map((row) => row.trim().split(" ")[0])
  expect((await upnext(["task"])).stderr).toContain(`needs a command: ${names.join(", ")}.\n`)
})

describe("an error names what was typed, and its hint fits the mistake", () => {
  const id = "T-1"
  test.each<[string[], string, RegExp, number?]>([
    [["task", "add", "x", "--due-at", "never"], "--due-at takes a time", /tomorrow/],
    [
      ["task", "add", "x", "--eta", "5q", "--project", "p".repeat(80)],
      "2 things are wrong: --project: must",
      /upnext add --help/,
    ],
    [
      ["task", "add", "x", "--data", '{"titel":"y"}'],
      'unknown field "titel"; did you mean "title"?',
      /upnext add --help/,
    ],
    [["task", "add", "x", "--data", "{"], "--data is not valid JSON", /Quote the whole object for the shell/],
    [["task", "add", "x", "--tag", ","], '--tag "," contains no tag.', /--tag docs,urgent/],
    [
      ["task", "add", "x", "--status", "doing"],
      "--assignee: is required",
      /Name an assignee with --assignee/,
    ],
    [["task", "add", "two", "words"], 'Unexpected argument "words"', /"two words"/],
    [
      ["task", "list", "--limit", "0"],
      '--limit: expected a whole number from 1 to 500, not "0".',
      /^hint {2}`upnext list --help` shows/m,
    ],
    [["task", "list", "--limit", "ten"], '--limit must be a number, not "ten"', /--limit: items per page/],
    [["task", "list", "--limit"], "--limit needs a value", /--limit: items per page/],
    [["task", "list", "--stauts", "todo"], "Unknown flag --stauts", /Write `upnext list .*--status todo/],
    [["task", "list", "--zzz"], "Unknown flag --zzz", /^hint {2}`upnext list --help`/],
    [["task", "list", "--ready=maybe"], "--ready must be true or false", /for false, write --ready=false/],
    [["task", "list", "--status", "tood"], "--status must be one of", /Write --status todo\./],
    [["task", "list", "--cursor", "abc"], "--cursor: expected", /Leave --cursor out/],
    [
      ["task", "list", "--sort", "created", "--sort", "due"],
      "--sort is given twice",
      /Give --sort only once/,
    ],
    [["events", "--type", "banana"], "--type: expected an event type", /--type: only this type, such as/],
    [
      ["add", "x", "--eta", "5"],
      "--eta: expected a duration such as 30s",
      /^hint {2}`upnext add --help` shows/m,
    ],
    [
      ["list", "--format", "csv"],
      "--format must be one of id",
      /^hint {2}`upnext export --format csv[^`]*` prints/m,
    ],
    [["stats", "--format", "csv"], "Unknown flag --format.", /`upnext export --format csv[^`]*` prints/],
    [["ask", "T-1"], "The question is missing.", /`upnext ask T-1 /],
    [["task", "show"], "<id> is missing", /Write `upnext show <id>`/],
    [["task", "show", "seven"], "is not a task id", /`upnext list --url \S+` shows the existing ids/],
    [["task", "edit", id, "--reason", "why"], "--reason: requires", /Leave --reason out/, 1],
    [
      ["task", "edit", id, "--blocked-by", "9977"],
      "--blocked-by: there is no task T-9977",
      /`upnext list --url \S+`/,
      1,
    ],
    [["task", "add", "x", "--parent", "T-9977"], "--parent: there is no task T-9977", /`upnext list/, 1],
    [["answer", id, "x"], "No question on T-", /upnext comment/, 1],
    [
      ["task", "claim", id, "--agent", "a", "--lease", "9d"],
      "--lease: expected",
      /--lease: length of the lease/,
    ],
    [
      ["task", "review", id, "aprove", "--agent", "a"],
      '<decision> must be approve or request-changes, not "aprove".',
      /`upnext review T-\d+ request-changes "Add a test"/,
    ],
    [["task", "check", id, "9", "--agent", "a"], "<criterion>: expected", /`upnext meet .*T-\d+ 1/, 1],
    [["task", "comment", id, "x", "--agent", "a".repeat(80)], "--agent: must have at most 64", /--agent: /],
  ])("%j", async (args, message, hint, refused) => {
    const result = await upnext(args, nameless)
    expect(result).toMatchObject({ status: refused ?? 2, stdout: "" })
    const [error = "", way = ""] = result.stderr.split("\n")
    expect(error).toContain(message)
    expect(way).toMatch(hint)
  })
})

describe("what people are shown", () => {
  test("control and bidi characters never reach the terminal; in JSON they are escaped", async () => {
    const nasty = "a\u202eb\u009b31m"
    const { id } = (await upnext(["task", "add", "clean", "--json"])).json()["task"] as { id: string }
    await upnext(["task", "comment", id, `${nasty}\u001b[31mred`])
    // oxlint-disable-next-line no-control-regex
    const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/
    expect((await upnext(["task", "show", id])).stdout).not.toMatch(steering)
    expect((await upnext(["task", "show", id])).stdout).toContain("a<U+202E>b<U+009B>31mred")
    const said = await upnext(["task", "comment", id, nasty, "--json", "--full"])
    expect(said.stdout).not.toMatch(steering)
    expect(said.json()).toMatchObject({ comment: { content: nasty } })
  })

  test("an empty value empties a field; `--format id` prints ids alone", async () => {
    const added = await upnext(["task", "add", "y", "--reviewer", "rita", "--tag", "loop", "--format", "id"])
    expect(added.stdout).toMatch(/^T-\d+\n$/)
    const id = added.stdout.trim()
    const edited = await upnext(["task", "edit", id, "--reviewer", "", "--tag", "", "--json", "--full"])
    expect(edited.json()).toMatchObject({ task: { reviewer: null, tags: [] } })
  })

  test("every command has help with examples", async () => {
    for (const name of [
      "start",
      "stop",
      "doctor",
      "task add",
      "task next",
      "team seed",
      "agent list",
      "events",
      "work",
    ]) {
      const { status, stdout } = await upnext([...name.split(" "), "--help"])
      expect(status).toBe(0)
      expect(stdout).toMatch(/Usage\n {2}upnext [^]*Examples\n/)
      expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)
    }
    expect((await upnext(["--help"])).stdout).toMatch(/\breview\b/)
    expect((await upnext(["help", "task", "add"])).stdout).toContain("upnext add")
    expect((await upnext(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

test("when the rules refuse something, the hint says what to type now", async () => {
  const ann = { UPNEXT_AGENT: "hint-ann" }
  const added = await upnext(["task", "add", "x", "--assignee", "hint-ann", "--format", "id"], ann)
  const id = added.stdout.trim()
  const hintOf = async (args: string[], agent = "hint-ann") =>
    (await upnext(args, { UPNEXT_AGENT: agent })).stderr.split("\nhint  ")[1]
  expect(await hintOf(["task", "done", id, "--verify"])).toContain(`upnext claim ${id}`)
  await upnext(["task", "claim", id], { ...ann, UPNEXT_SESSION: "s1" })
  expect(await hintOf(["task", "claim", id])).toContain("working on the task")
  expect(await hintOf(["task", "claim", id], "hint-bob")).toContain(`upnext edit ${id} --status todo`)
  expect(await hintOf(["task", "show", "T-9999"])).toMatch(/^`upnext list --url \S+` lists the tasks.\n$/)
})

test("every command says when the other side is no Upnext server, and `events` ends", async () => {
  const { createServer } = await import("node:http")
  const other = createServer((_, res) =>
    res.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}'),
  )
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(other.address() as { port: number }).port}`
  for (const args of [["task", "list"], ["task", "add", "x"], ["agent", "list"], ["status"], ["events"]]) {
    const { status, stderr, stdout } = await upnext(args, { UPNEXT_URL: url })
    expect([status, stdout], args.join(" ")).toEqual([4, ""])
    expect(stderr).toContain(`There is no Upnext server at ${url}`)
  }
  other.close()
})

test("the status of a server elsewhere does not mention the home on this machine", async () => {
  const elsewhere = await temporaryHome()
  const here = await upnext(["status"])
  expect(here.stdout).toContain(`${served.home}  pid ${served.server.pid}`)
  const there = await upnext(["status"], { UPNEXT_HOME: elsewhere.home })
  expect(there.stdout).toContain(served.server.url)
  expect(there.stdout).not.toContain("home")
  await elsewhere.remove()
})

describe("--wait", () => {
  /** Resolves when the server has heard of this agent, which so far only waits. */
  async function untilHeard(agent: string): Promise<void> {
    await call(served.server.url, "PUT", `/agents/${agent}`, {})
    await expect
      .poll(async () => (await call(served.server.url, "GET", `/agents/${agent}`)).body["agent"])
      .toMatchObject({ live: true })
  }

  test("gives up after its time with exit status 3", async () => {
    const begun = Date.now()
    expect((await upnext(["task", "next", "--agent", "w-1", "--project", "w", "--wait", "1s"])).status).toBe(
      3,
    )
    expect(Date.now() - begun).toBeGreaterThan(900)
  })

  test("blocks until there is work, across a restart of the server", async () => {
    const waiting = upnext([
      "task",
      "next",
      "--agent",
      "w-2",
      "--project",
      "w",
      "--claim",
      "--wait",
      "--format",
      "id",
    ])
    await untilHeard("w-2")
    await served.restart()
    const added = await upnext(["task", "add", "late", "--project", "w", "--format", "id"])
    expect(await waiting).toMatchObject({ status: 0, stdout: added.stdout })
  })

  test("says once that the server is away, and once that it is back", async () => {
    const looking = upnext(["task", "next", "--agent", "w-3", "--project", "w3", "--wait", "--format", "id"])
    await untilHeard("w-3")
    // This is longer than the pause between two attempts, so several of them fail.
    await served.restart(1200)
    await upnext(["task", "add", "late", "--project", "w3"])
    const { stderr } = await looking
    expect(stderr).toBe("The server cannot be reached; waiting for it.\nThe server is back.\n")
  })
})

test("a task that rests after a failed attempt says until when", async () => {
  const ann = { UPNEXT_AGENT: "ann" }
  const id = (
    await upnext(["task", "add", "flaky", "--project", "rest", "--format", "id"], ann)
  ).stdout.trim()
  await upnext(["task", "claim", id], ann)
  const rests = /retries at \w{3} \d{4}-[\d-]+ \d\d:\d\d [+-]\d\d:\d\d \(in \d+s\)/
  const released = await upnext(["task", "release", id, "--failed"], ann)
  expect(released.stdout).toMatch(new RegExp(`^✓ ${id} is given back \\(todo, ${rests.source}\\)`))
  expect((await upnext(["task", "show", id])).stdout).toMatch(new RegExp(`failed +once, ${rests.source}`))
  expect((await upnext(["task", "next", "--project", "rest"], ann)).status).toBe(3)
  const { task } = (await upnext(["task", "show", id, "--json"])).json() as { task: ShownTask }
  const failed = { ...task, attempts: 2 }
  expect(taskCard({ ...failed, backoffUntil: new Date(Date.now() - 1).toISOString() })).toMatch(
    /failed +2 times$/m,
  )
  // An older server does not send this field.
  expect(taskCard({ ...failed, backoffUntil: undefined } as unknown as ShownTask)).toMatch(
    /failed +2 times$/m,
  )
})

test("who is to try a task in turn is given with commas, and shown beside how often its leases ran out", async () => {
  const added = await upnext(["task", "add", "hard", "--escalation", "claude,codex", "--format", "id"])
  const shown = await upnext(["task", "show", added.stdout.trim(), "--json"])
  const { task } = shown.json() as { task: ShownTask }
  expect(taskCard(task)).toMatch(/fallbacks +claude, codex$/m)
  expect(taskCard(task)).not.toContain("failed")
  expect(taskCard({ ...task, expiries: 2 })).toMatch(/failed +claim expired 2 times$/m)
  expect(taskCard({ ...task, attempts: 1, expiries: 1 })).toMatch(/failed +once, claim expired once$/m)
  const { expiries: _, escalation: __, ...older } = task
  expect(taskCard(older as ShownTask)).not.toMatch(/failed|escalation/)
})

test("an output that cannot be written is said in one line, without a stack trace", async () => {
  const { spawnSync } = await import("node:child_process")
  const env = { PATH: process.env["PATH"] }
  const { status, stderr } = spawnSync("sh", ["-c", "node dist/cli.cjs --version >/dev/full"], {
    env,
    encoding: "utf8",
  })
  expect(stderr).toMatch(/^error Standard output cannot be written: ENOSPC.*\nhint {2}Free some space.*\n$/)
  expect(status).toBe(1)
})

test("events prints one JSON document a line, and ends quietly when its reader goes away", async () => {
  const { spawn } = await import("node:child_process")
  const command = `node dist/cli.cjs events --after 0 --json | head -n 2`
  const child = spawn("sh", ["-c", command], {
    env: { PATH: process.env["PATH"], UPNEXT_URL: served.server.url },
  })
  let text = ""
  let errors = ""
  child.stdout.on("data", (part: Buffer) => (text += part.toString()))
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()))
  const writing = setInterval(() => void upnext(["task", "comment", "T-1", "tick"]), 300)
  await new Promise((resolve) => child.once("close", resolve))
  clearInterval(writing)
  const seqs = text
    .trim()
    .split("\n")
    .map((each) => (JSON.parse(each) as { seq: number }).seq)
  expect(seqs).toEqual([1, 2])
  expect(errors).toBe("")
})

test("`task list` and `task show` tell of a moment", async () => {
  const ann = { UPNEXT_AGENT: "ann" }
  const added = await upnext(["task", "add", "As it was", "--format", "id"], ann)
  const id = added.stdout.trim()
  const then = String((await call(served.server.url, "GET", "/log")).body["log"].last.seq)
  await upnext(["task", "edit", id, "--title", "As it is"], ann)
  await upnext(["task", "comment", id, "said later"], ann)
  const list = ["task", "list", "--id", id]
  expect((await upnext(list)).stdout).toContain("As it is")
  expect((await upnext([...list, "--at", then])).stdout).toContain("As it was")
  const shown = await upnext(["task", "show", id, "--at", then])
  expect(shown.stdout).toContain("As it was")
  expect(shown.stdout).not.toContain("said later")
  expect(await upnext([...list, "--at", "99999"])).toMatchObject({ status: 1 })
  // A duration counts back from now, as with --updated-since: this board is younger.
  const early = await upnext([...list, "--at", "2h"])
  expect(early).toMatchObject({ status: 1 })
  expect(early.stderr).toContain("begins at")
  const help = (await upnext(["history", "--help"])).stdout.replace(/\s+/g, " ")
  expect(help).toMatch(/--at <event\|time> .*1h for an hour ago/)
})
