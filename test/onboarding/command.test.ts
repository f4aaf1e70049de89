import { spawn } from "node:child_process"
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { makeRepository, snapshot } from "./repository.ts"

const cli = resolve("dist/cli.cjs")
const watcher = resolve("test/onboarding/watch-writes.js")

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Every path that the process opened for writing or changed. */
  readonly touched: readonly string[]
}

/** Runs the built program in a directory, and watches what it writes. */
async function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const outside = await realpath(await mkdtemp(join(tmpdir(), "upnext-watch-")))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  const log = join(outside, "log")
  await writeFile(log, "")
  const child = spawn(process.execPath, ["--import", watcher, cli, ...args], {
    cwd,
    env: { PATH: "", HOME: outside, WATCH_LOG: log, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let [stdout, stderr] = ["", ""]
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()))
  const status = await new Promise<number | null>((done) => child.once("close", done))
  const lines = (await readFile(log, "utf8")).split("\n").filter((each) => each !== "")
  return {
    status,
    stdout,
    stderr,
    touched: lines.map((each) => resolve(cwd, each.slice(each.indexOf(" ") + 1))),
  }
}

const all = "--agents=claude,codex,cursor,copilot,opencode,gemini"
const isBelow = (root: string) => (path: string) => path.startsWith(`${root}/`)

test("nothing outside the repository is ever opened for writing, and everything that is written is seen", async () => {
  const elsewhere = await makeRepository({ "precious.md": "mine\n", "folder/kept.json": "{}\n" })
  const root = await makeRepository({
    "AGENTS.md": { leadsTo: join(elsewhere, "precious.md") },
    "CLAUDE.md": { leadsTo: "docs/claude.md" },
    "docs/claude.md": "# Claude\n",
    ".cursor": { leadsTo: join(elsewhere, "folder") },
    ".gemini": { leadsTo: ".git/hooks" },
    ".git/hooks/sample": "",
    "opencode.json": { text: "{}\n", mode: 0o444 },
  })
  const before = await snapshot(elsewhere)
  for (const more of [[], [], ["--force", "AGENTS.md"], ["--force", ".cursor/mcp.json"], ["--remove"]]) {
    const { touched, status, stderr } = await run(root, ["init", all, "--hooks", "--yes", ...more])
    expect([0, 1], stderr).toContain(status)
    expect(touched.filter((path) => !isBelow(root)(path))).toEqual([])
    expect(touched.filter(isBelow(join(root, ".git")))).toEqual([])
  }
  expect(await snapshot(elsewhere)).toEqual(before)

  const fresh = await makeRepository()
  const { touched } = await run(fresh, ["init", all, "--hooks", "--yes"])
  const written = Object.entries(await snapshot(fresh)).filter(
    ([path, content]) => /^\d+ /.test(content) && path !== ".git",
  )
  expect(written.length).toBeGreaterThan(10)
  for (const [path] of written) expect(touched).toContain(join(fresh, path))
})

test("the watch sees a write outside: init without --agents makes the home directory", async () => {
  const root = await makeRepository()
  const home = join(await realpath(tmpdir()), `upnext-home-${process.pid}`)
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const { touched, status } = await run(root, ["init", "--home", home])
  expect(status).toBe(0)
  expect(touched.filter((path) => !isBelow(root)(path))).toContain(join(home, "config.json"))
})

test("--dry-run shows the plan and writes nothing", async () => {
  const root = await makeRepository()
  const before = await snapshot(root)
  const { stdout, status, touched } = await run(root, ["init", "--agents=claude", "--dry-run"])
  expect(status).toBe(0)
  expect(stdout).toContain("create AGENTS.md")
  expect(touched).toEqual([])
  expect(await snapshot(root)).toEqual(before)
})

test("without a terminal it needs --yes, and says so", async () => {
  const root = await makeRepository()
  const before = await snapshot(root)
  const { stderr, status } = await run(root, ["init", "--agents=claude"])
  expect(status).toBe(2)
  expect(stderr).toContain("--yes")
  expect(await snapshot(root)).toEqual(before)
})

test("--json names the agents, the steps and whether it is done", async () => {
  const root = await makeRepository({ ".mcp.json": '{"mcpServers": {"upnext": {"command": "theirs"}}}' })
  const { stdout, status } = await run(root, ["init", "--agents=claude", "--yes", "--json"])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    root,
    agents: [{ name: "claude" }],
    steps: expect.arrayContaining([
      { path: "AGENTS.md", what: "create" },
      {
        path: ".mcp.json",
        at: "mcpServers.upnext",
        what: "left",
        why: "it differs from what upnext wrote",
        canForce: true,
      },
    ]),
    done: true,
  })
})

test("where no agent is named, those are set up whose files are here or whose program is on the path", async () => {
  const root = await makeRepository({
    ".cursor/rules/a.md": "",
    "bin/codex": { text: "#!/bin/sh\n", mode: 0o755 },
  })
  const { stdout } = await run(root, ["init", "--agents", "--dry-run", "--json"], { PATH: join(root, "bin") })
  expect(JSON.parse(stdout).agents).toEqual([
    { name: "codex", why: "`codex` is on your PATH" },
    { name: "cursor", why: ".cursor is here" },
  ])
  const empty = await makeRepository()
  const none = await run(empty, ["init", "--agents", "--dry-run"])
  expect(none.status).toBe(2)
  expect(none.stderr).toContain("--agents=claude,codex")
})

test("it works from a directory below, and never in the home directory", async () => {
  const root = await makeRepository({ "src/deep/a.ts": "" })
  expect((await run(join(root, "src/deep"), ["init", "--agents=codex", "--yes"])).status).toBe(0)
  expect(Object.keys(await snapshot(root))).toContain("AGENTS.md")
  const { status, stderr } = await run(root, ["init", "--agents=codex", "--yes"], { HOME: root })
  expect(status).toBe(2)
  expect(stderr).toContain("home directory")
})

test("a mistyped agent is named with the one that was meant, and flags of --agents need it", async () => {
  const root = await makeRepository()
  const typo = await run(root, ["init", "--agents=claud", "--yes"])
  expect(typo.status).toBe(2)
  expect(typo.stderr).toContain("Did you mean claude?")
  const stray = await run(root, ["init", "--remove"])
  expect(stray.status).toBe(2)
  expect(stray.stderr).toContain("--remove needs --agents")
  const several = await run(root, ["init", "--hooks", "--remove", "--force", "a b"])
  expect(several.stderr).toContain("Use `upnext init --agents --hooks --remove --force 'a b'`.")
})

test("--url takes the addresses that it takes elsewhere: a single word is a mistake, and nothing is written", async () => {
  const root = await makeRepository({})
  const { status, stderr, touched } = await run(root, ["init", all, "--yes", "--url", "box"])
  expect([status, touched]).toEqual([2, []])
  expect(stderr).toContain('--url: "box" is not a URL')
})

test("one of several agents can be taken back; what the others read stays", async () => {
  const root = await makeRepository()
  await run(root, ["init", "--agents=codex", "--yes"])
  const before = await snapshot(root)
  await run(root, ["init", "--agents=claude,codex", "--yes"])
  await run(root, ["init", "--agents=claude", "--remove", "--yes"])
  const after = await snapshot(root)
  expect(Object.keys(after).filter((path) => path !== ".upnext/agents.json")).toEqual(
    Object.keys(before).filter((path) => path !== ".upnext/agents.json"),
  )
  await mkdir(join(root, ".agents/skills/mine"))
  await run(root, ["init", "--agents", "--remove", "--yes"])
  expect(Object.keys(await snapshot(root))).toEqual([
    ".agents",
    ".agents/skills",
    ".agents/skills/mine",
    ".git",
  ])
})

test("a .mcp.json with comments is left as it is: nobody would read the entry, and the step says so", async () => {
  const text = '{\n  // mine\n  "mcpServers": { "other": { "command": "x" } }\n}\n'
  const root = await makeRepository({ ".mcp.json": text })
  const { stdout, status } = await run(root, ["init", "--agents=claude", "--yes"])
  expect(status).toBe(1)
  expect(stdout).toContain(
    "left   .mcp.json mcpServers.upnext: it has comments, so Claude Code and Copilot's command line read none of it; remove them first (--force .mcp.json starts a new file, and keeps this one as .mcp.json.orig)",
  )
  expect((await snapshot(root))[".mcp.json"]).toContain(text)
  const forced = await run(root, ["init", "--agents=claude", "--yes", "--force", ".mcp.json"])
  expect([forced.status, forced.stderr]).toEqual([0, ""])
  const back = await run(root, ["init", "--agents", "--remove", "--yes"])
  expect(back.stdout).toContain("revert .mcp.json: the file that --force had moved to .mcp.json.orig")
  expect((await snapshot(root))[".mcp.json"]).toContain(text)
})
