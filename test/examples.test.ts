import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import ts from "typescript"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { upnext } from "./commands/upnext.ts"
import { startServerHere } from "./support/server.ts"

const root = mkdtempSync(join(tmpdir(), "upnext-examples-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const bin = join(root, "bin")
mkdirSync(bin)
const program = `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/dist/cli.cjs" "$@"\n`
writeFileSync(join(bin, "upnext"), program, { mode: 0o755 })

/** The lines of `examples` in a file of commands, as its help shows them. */
function examplesIn(file: string): string[] {
  const lines: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "examples")
      for (const each of ts.isArrayLiteralExpression(node.initializer) ? node.initializer.elements : []) {
        const [line] = ts.isArrayLiteralExpression(each) ? each.elements : []
        if (line && ts.isStringLiteralLike(line)) lines.push(line.text)
      }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true))
  return lines.map((line) => (line.includes("$(upnext ") ? line : `upnext ${line}`))
}

const files = readdirSync("src/commands", { recursive: true, encoding: "utf8" })
const lines = new Set(
  files.filter((file) => file.endsWith(".ts")).flatMap((file) => examplesIn(join("src/commands", file))),
)

/** Examples that need what a test should not touch, and the tests that run them in another way. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  "a database: test/commands/database.test.ts, test/move": /postgres:/,
  "a server of its own: test/commands/server.test.ts, detach.test.ts": /^upnext (?:start|stop|logs)\b/,
  "a browser: test/commands/open.test.ts": /^upnext open(?: T-7)?$/,
  "a server elsewhere: test/commands/login.test.ts": /^upnext (?:login|logout)\b/,
  "the services of this user: test/commands/service.test.ts": /^upnext service (?!install --print)/,
  "a stream without an end: test/commands/events-each.test.ts, needs-follow.test.ts":
    /^upnext (?:events(?: (?!--after 0).*)?|needs --follow.*)$/,
  "somebody who is told: test/notify/servers.test.ts": /^upnext notify\b/,
  "a repository with work: test/commands/land.test.ts, worktree.test.ts, trees":
    /^upnext (?:land|worktree|verify)\b|--worktree|--verify/,
  "a coding agent, or make: test/commands/work.test.ts, work-with.test.ts": /--with claude|make deploy/,
  "a terminal: test/commands/review-asked.test.ts": / review T-1$/,
  "an editor: test/commands/task-editor.test.ts": / -e$/,
  "a client that speaks MCP: test/mcp": /^upnext mcp\b/,
  "a directory of the machine: test/backup/backup.test.ts": /\/mnt\/backups/,
}

const setUp = (...steps: string[]) => steps.join(" && ")
const asAdmin = setUp(
  "UPNEXT_TOKEN=$(upnext token create --name me) && export UPNEXT_TOKEN",
  "upnext token create --name ci",
)
const review = (id: string) =>
  setUp(
    `upnext edit ${id} --reviewer rea`,
    `upnext claim ${id} --agent bo`,
    `upnext done ${id} --agent bo --lesson x`,
  )

/** What is typed before, by the beginning of the line. The first one that fits counts. */
const before: readonly (readonly [RegExp, string])[] = [
  [/ done T-3 T-4/, setUp("upnext claim T-3", "upnext claim T-4")],
  [/ (?:done|release|output|retry|ask) T-1/, "upnext claim T-1"],
  [/ answer T-1/, "upnext ask T-1 which"],
  [/ review T-1 T-2/, setUp(review("T-1"), review("T-2"))],
  [/ review T-1/, review("T-1")],
  [/ reopen T-1/, "upnext cancel T-1"],
  [/ restore T-1/, "upnext delete T-1 --yes"],
  [/ delete T-1$/, ""],
  [/ undo --last 3/, setUp("upnext add a", "upnext add b", "upnext add c")],
  [/ redo$/, setUp("upnext cancel T-7", "upnext undo")],
  [/ get T-1 shot/, "rm shot.png"],
  [/ (?:token|account) create/, "UPNEXT_TOKEN=$(upnext token create --name me) && export UPNEXT_TOKEN"],
  [/ undo/, setUp("upnext edit T-7 --priority P1", "upnext cancel T-7")],
  [/ import --abort/, ""],
  [/ import specs/, "mkdir -p specs/001-login && mv tasks.md specs/001-login"],
  [/ --into tasks\.md/, "upnext import tasks.md"],
  [/ (?:resource|agent describe|work) /, "upnext resource set claude-max --capacity 2"],
  [/ backup restore/, "upnext backup board.tar.gz"],
  [/ (?:token (?:list|revoke|rotate|create)|account|auth|history --by)/, asAdmin],
  [/ meet T-1 2 --undo/, "upnext meet T-1 2"],
]

/** Lines that go on until they are stopped. What is wrong with one ends it at once. */
const endless = /^upnext (?:events|work)\b| --follow$/

/** Lines that end otherwise than with 0, and why. */
const statuses: readonly (readonly [RegExp, number, string])[] = [
  [endless, 124, "it was stopped"],
  [/ --at 1h$/, 1, "the board is younger"],
  [/ ask T-1 .* --wait 1s$/, 3, "nobody answers"],
  [/ delete T-1$/, 2, "nobody can be asked here"],
  [/ auth off$/, 2, "nobody can be asked here"],
  [/ import --abort/, 1, "no import is open"],
  [/ init --agents(?!.* --(?:yes|dry-run|remove))/, 2, "nobody can be asked here"],
]

const given: Readonly<Record<string, string>> = {
  "notes.md": "Notes",
  "update.md": "Half of it",
  "out.txt": "out",
  "plan.md": "# One\n\n# Two\n",
  "tasks.md": "- [ ] T001 One\n- [ ] T002 Two\n",
  "issues.csv": "title,status\nBuy milk,In QA\n",
  "issues.json": JSON.stringify([
    { number: 12, title: "One", state: "OPEN", url: "https://github.com/owner/name/issues/12" },
  ]),
  "shot.png": "png",
  "build.log": "log",
  "src/a.ts": "a\n".repeat(20),
  ".beads/issues.jsonl": `${JSON.stringify({ id: "bd-1", title: "One", status: "open", priority: 2, issue_type: "task", created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" })}\n`,
}

/** The home of a board with all that the examples name. */
const begun = mkdtempSync(join(root, "begun-"))
beforeAll(async () => {
  await withServer(begun, fill)
  // A socket, which cannot be copied.
  rmSync(join(begun, "data", "lock"), { recursive: true })
})

async function withServer<T>(home: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startServerHere({ home })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}

async function fill(url: string): Promise<void> {
  const send = async (path: string, body: unknown, headers = {}) => {
    const isBytes = typeof body === "string"
    const response = await fetch(url + path, {
      method: "POST",
      headers: { ...(isBytes ? {} : { "Content-Type": "application/json" }), ...headers },
      body: isBytes ? body : JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  const tasks = Array.from({ length: 12 }, (_, i) => ({
    title: `Fix login ${i + 1}`,
    done_criteria: ["it is fast", "tests pass"],
    tags: ["ui", "later", "docs"],
    project: "web",
  }))
  await send("/tasks/batch", { tasks })
  for (const name of ["shot.png", "build.log", "before.png"])
    await send("/tasks/T-1/attachments", name, {
      "Content-Disposition": `attachment; filename="${name}"`,
    })
  await send("/tasks/T-3/comments", { author: "ann", content: "Mine" })
  for (let i = 0; i < 30; i++) await send("/tasks/T-2/comments", { author: "bo", content: "@ann look" })
}

function atHome<T>(use: (env: NodeJS.ProcessEnv, cwd: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(root, "home-"))
  const cwd = mkdtempSync(join(root, "at-"))
  const user = mkdtempSync(join(root, "user-"))
  cpSync(begun, home, { recursive: true })
  for (const [path, text] of Object.entries(given)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  writeFileSync(join(cwd, "do-the-work"), "#!/bin/sh\ntrue\n", { mode: 0o755 })
  for (const path of [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"])
    mkdirSync(join(user, path), { recursive: true })
  const path = `${bin}:${process.env["PATH"]}`
  return withServer(home, (url) =>
    use({ PATH: path, HOME: user, UPNEXT_HOME: home, UPNEXT_URL: url, UPNEXT_AGENT: "ann" }, cwd),
  )
}

async function type(script: string, env: NodeJS.ProcessEnv, cwd: string) {
  const shell = spawn("sh", ["-ec", script], { cwd, env, stdio: ["pipe", "pipe", "pipe"] })
  shell.stdin.end("From standard input\n")
  let shown = ""
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (part: Buffer) => (shown += part.toString()))
  const [status] = (await once(shell, "close")) as [number | null]
  return { status, shown }
}

/** The words of a command that a shell hands on as they are; undefined where it has more to do. */
function wordsOf(line: string): string[] | undefined {
  if (/[$|<>;&(){}`*~\\]/.test(line) || !line.startsWith("upnext ")) return undefined
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.slice(1).map((word) => word.replace(/["']/g, ""))
}

/** Types a line, in a shell where it takes one. What is typed before stands in front, and its output is not shown. */
async function typed(setup: string, line: string, env: NodeJS.ProcessEnv, cwd: string) {
  const all = [...setup.split(" && "), line].filter(Boolean).map(wordsOf)
  if (all.includes(undefined)) return type(setup === "" ? line : `{ ${setup}; } >&2 && ${line}`, env, cwd)
  let ended = { status: 0 as number | null, shown: "" }
  for (const words of all as string[][]) {
    const { status, stdout, stderr } = await upnext(words, env, "From standard input\n", cwd)
    ended = { status, shown: ended.shown + stdout + stderr }
    if (status !== 0) break
  }
  return ended
}

const isElsewhere = (line: string) => Object.values(elsewhere).some((pattern) => pattern.test(line))
const here = [...lines].filter((line) => !isElsewhere(line))

const setUpOf = (line: string) => before.find(([pattern]) => pattern.test(line))?.[1] ?? ""

/** Lines that change nothing can share a home. */
const reading =
  /^upnext (?:(?:task )?(?:list|show|next|handoff|lessons|files|wait)|history|stats|status|whoami|reflections|export|prime|completions|(?:agent|project|resource|host) (?:list|show))\b/
const isReading = (line: string) => reading.test(line) && setUpOf(line) === ""

async function run(line: string, env: NodeJS.ProcessEnv, cwd: string): Promise<void> {
  const setup = setUpOf(line)
  const [, expected = 0] = statuses.find(([pattern]) => pattern.test(line)) ?? []
  const bounded = endless.test(line) ? line.replace("upnext", "timeout -s INT 2 upnext") : line
  const { status, shown } = await typed(setup, bounded, env, cwd)
  expect(status, `${line}\n${shown}`).toBe(expected)
}

test("the examples of the help that only read", async () => {
  await atHome(async (env, cwd) => {
    for (const line of here.filter(isReading)) await run(line, env, cwd)
  })
})

describe.concurrent("the examples of the help", () => {
  test.each(here.filter((line) => !isReading(line)))("%s", (line) =>
    atHome((env, cwd) => run(line, env, cwd)),
  )
})

test("most of them are run, and each reason not to still has its examples", () => {
  expect(here.length).toBeGreaterThan(130)
  for (const [why, pattern] of Object.entries(elsewhere))
    expect(
      [...lines].some((line) => pattern.test(line)),
      why,
    ).toBe(true)
})
