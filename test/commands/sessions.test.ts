import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { call, startServer, temporaryHome } from "../support/server.ts"
import { claude, useProjects } from "./projects.ts"
import { serve, upnext as upnextAt } from "./upnext.ts"

const served = await serve()
const { home, upnext } = served

const login = userInfo().username
const pane = (n: number, server = 7) => ({ TMUX: `/tmp/tmux-0/default,${server},0`, TMUX_PANE: `%${n}` })

const { begin, here, add } = useProjects(served)

describe("nobody needs to name themselves", () => {
  test.each<[string, NodeJS.ProcessEnv, string]>([
    ["a person has the login name", {}, login],
    ["a coding agent has the name of its kind", claude("c-1"), "claude"],
  ])("%s", async (_, env, name) => {
    const id = await add("for anyone")
    const claimed = await upnext(here("task", "next", "--claim", "--json", "--full"), env)
    expect(claimed.json()).toMatchObject({ task: { id, assignee: name, createdBy: login } })
    expect((await upnext(["task", "done", id, "--lesson", "x"], env)).status).toBe(0)
  })

  test("a name that nobody said gives way to the agent of the token, and of the lease's token", async () => {
    const id = await add("by a lease")
    const claimed = await upnext(["task", "claim", id, "--agent", "ann", "--json"])
    const { token } = claimed.json()["lease"] as { token: string }
    expect(
      (await upnext(["task", "comment", id, "hi", "--lease-token", token, "--json", "--full"])).json(),
    ).toMatchObject({
      comment: { author: "ann" },
    })
    const named = await upnext([
      "task",
      "comment",
      id,
      "hi",
      "--lease-token",
      token,
      "--agent",
      "bo",
      "--json",
    ])
    expect(named.json()).toMatchObject({ code: "actor_mismatch" })
  })
})

describe("two sessions of one name never get the same task", () => {
  test.each<[string, NodeJS.ProcessEnv, NodeJS.ProcessEnv]>([
    ["two panes of tmux", pane(1), pane(2)],
    ["one pane number of two tmux servers", pane(1, 7), pane(1, 8)],
    ["two sessions of Claude Code", claude("c-1"), claude("c-2")],
    ["two sessions that were named", { UPNEXT_SESSION: "1" }, { UPNEXT_SESSION: "2" }],
    ["one that was named, in the pane of another", pane(1), { ...pane(1), UPNEXT_SESSION: "2" }],
  ])("%s", async (_, first, second) => {
    const id = await add("once")
    const claimed = await upnext(here("task", "claim", "--format", "id"), first)
    expect(claimed).toMatchObject({ status: 0, stdout: `${id}\n` })
    expect((await upnext(here("task", "claim", "--format", "id"), second)).status).toBe(3)
    const again = await upnext(here("task", "claim", "--format", "id"), first)
    expect(again, "and one session gets its own again").toMatchObject({ status: 0, stdout: `${id}\n` })
  })
})

test("a person who claimed in one pane comments and finishes in another without a word", async () => {
  const id = await add("two panes")
  await upnext(here("task", "claim"), pane(1))
  expect(await upnext(["task", "comment", id, "half"], pane(2))).toMatchObject({ status: 0, stderr: "" })
  expect(await upnext(["task", "done", id, "--lesson", "x"], {})).toMatchObject({
    status: 0,
    stderr: "",
  })
})

test("a claim without a session that resumes one of a moment ago says so, and standard output is the id alone", async () => {
  const id = await add("twice")
  const claim = (...more: string[]) => upnext(here("task", "claim", "--agent", "twin", ...more))
  expect(await claim("--format", "id")).toMatchObject({ stdout: `${id}\n`, stderr: "" })
  const again = await claim("--format", "id")
  expect(again.stdout).toBe(`${id}\n`)
  expect(again.stderr).toMatch(
    new RegExp(
      `^You hold ${id} already: it was claimed under this name .*\\. Another process may be working on it.\nhint {2}Give each process a session of its own: UPNEXT_SESSION or --session.\n$`,
    ),
  )
  const json = await claim("--json")
  expect(json.stderr).toBe("")
  expect(json.json()).toMatchObject({ claimedBefore: expect.stringMatching(/Z$/) as string })
})

describe("whoami", () => {
  test("shows the name, the session, where they come from, and what the name holds", async () => {
    const id = await add("held by me")
    await upnext(here("task", "claim", "--agent", "eve", "--lease", "2h"), pane(1))
    const { stdout, stderr, status } = await upnext(["whoami"], { ...pane(1), UPNEXT_AGENT: "eve" })
    expect(stdout).toMatch(
      new RegExp(
        `^name +eve {2}\\(UPNEXT_AGENT\\)\nsession +terminal:\\w+ {2}\\(TMUX_PANE, TMUX\\)\nholds +${id} {2}held by me {2}in (1h|2h), in this session\n$`,
      ),
    )
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 })
    const { tasks, ...who } = (await upnext(["whoami", "--agent", "eve", "--session", "s", "--json"])).json()
    expect(who).toMatchObject({
      agent: { name: "eve", source: "--agent" },
      session: { name: "s", source: "--session", loose: false },
    })
    const time = expect.stringMatching(/Z$/) as string
    const session = expect.stringMatching(/^terminal:/) as string
    expect(tasks).toEqual([{ id, title: "held by me", expiresAt: time, session, heardAt: time }])
    const other = await upnext(["whoami", "--agent", "eve", "--session", "s"])
    expect(other.stdout).toMatch(/in session terminal:\w+, last heard (?:now|\d+s ago)\n$/)
  })

  test("without a session, and where nothing is held, it says so", async () => {
    const { stdout } = await upnext(["whoami", "--agent", "idle"])
    expect(stdout).toBe("name     idle  (--agent)\nsession  none\nholds    nothing\n")
  })

  test("a name that the server refuses is named as it was typed", async () => {
    const { stderr, status } = await upnext(["whoami", "--agent", " "])
    expect(stderr).toMatch(/^error --agent: must not be empty: .*\nhint {2}--agent: name to act under/)
    expect(status).toBe(2)
  })

  test("with the server down the name and the session are shown, with exit status 4", async () => {
    const env = { UPNEXT_URL: "http://127.0.0.1:1", ...claude("c-1") }
    const { stdout, stderr, status } = await upnextAt(["whoami"], env)
    expect(stdout).toBe("name     claude  (CLAUDECODE)\nsession  claude:c-1  (CLAUDE_CODE_SESSION_ID)\n")
    expect(stderr).toContain("error No server is listening at http://127.0.0.1:1.")
    expect(status).toBe(4)
    const json = await upnextAt(["whoami", "--json"], env)
    expect(json.json()).toMatchObject({
      agent: { name: "claude" },
      tasks: null,
      problem: { code: "unreachable" },
    })
    expect(json.status).toBe(4)
  })
})

test("under a token that belongs to an agent, commands act as that agent, and whoami says so", async () => {
  const { home, remove } = await temporaryHome()
  const token = "t".repeat(32)
  writeFileSync(
    join(home, "config.json"),
    JSON.stringify({ tokens: [{ hash: hashToken(token), agent: "bo" }] }),
  )
  const server = await startServer({ home })
  const env = { UPNEXT_HOME: home, UPNEXT_TOKEN: token }
  expect((await upnextAt(["whoami"], env)).stdout).toMatch(/^name +bo {2}\(the token\)\n/)
  const added = await upnextAt(["task", "add", "x", "--json", "--full"], env)
  expect(added.json()).toMatchObject({ task: { createdBy: "bo" } })
  const claimed = await upnextAt(["task", "claim", "--json", "--full"], env)
  expect(claimed.json(), "a name that a command needs").toMatchObject({ task: { assignee: "bo" } })
  const named = await upnextAt(["task", "add", "x", "--agent", "ann", "--json"], env)
  expect(named.json()).toMatchObject({ code: "actor_mismatch" })
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  await remove()
})

test("eight processes that nobody named go through 32 tasks, and none is worked on by two", async () => {
  const project = begin()
  for (let n = 0; n < 32; n++)
    await call(served.server.url, "POST", "/tasks", { title: `task ${n}`, project })
  const terminals: Record<string, string>[] = [
    ...[pane(0), pane(1), pane(0, 8)],
    { WT_SESSION: "5f0b" },
    { TERM_SESSION_ID: "w0t0p0:1" },
    { KITTY_WINDOW_ID: "1", KITTY_PID: "7" },
    { STY: "12.pts-0.box", WINDOW: "0" },
    { SSH_TTY: "/dev/pts/0", SSH_CONNECTION: "10.0.0.1 50000 10.0.0.2 22" },
  ]
  const loop = `while id=$(node dist/cli.cjs next --claim --project ${project} --format id); do
    echo "$id"; node dist/cli.cjs done "$id" --lesson x >/dev/null || exit 9; done`
  const surroundings = { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_HOME: home }
  const worked = await Promise.all(
    terminals.map(async (terminal) => {
      const { stdout } = await promisify(execFile)("sh", ["-c", loop], {
        env: { ...surroundings, ...terminal },
      })
      return stdout.trim().split("\n").filter(Boolean)
    }),
  )
  const all = worked.flat()
  expect(all.length).toBe(32)
  expect(new Set(all).size).toBe(32)
  for (const own of worked) expect(own.length, "each had its share").toBeGreaterThan(0)
  const { body } = await call(served.server.url, "GET", `/tasks?project=${project}&status=done&limit=500`)
  const tasks = body["tasks"] as { assignee: string; attempts: number }[]
  expect(tasks.map(({ assignee, attempts }) => [assignee, attempts])).toEqual(tasks.map(() => [login, 0]))
  expect(tasks).toHaveLength(32)
})
