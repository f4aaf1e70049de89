import { spawn } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { errors, type ErrorCode } from "../../src/errors.ts"
import { hintFor } from "../../src/terminal/hints.ts"
import { atPlace, commandPlace } from "../../src/terminal/place.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { upnext } from "./upnext.ts"

let server: Server
let home: string
let remove: () => Promise<void>

beforeAll(async () => {
  ;({ home, remove } = await temporaryHome())
  server = await startServer({ home })
  for (const title of ["to try the commands on", "of this data directory"])
    await call(server.url, "POST", "/tasks", { title, assignee: "ann" })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await remove()
})

interface Typed {
  readonly status: number | null
  readonly output: string
}

/** Runs a line in a shell, from another directory and without any UPNEXT_ variable. */
function type(line: string): Promise<Typed> {
  const program = `'${process.execPath}' '${join(process.cwd(), "dist/cli.cjs")}'`
  const script = line.replace(/^((?:[A-Z_]+=\S+ )?)upnext /, `$1${program} `)
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" }
  const child = spawn("sh", ["-c", script], { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  child.stdout.on("data", (part: Buffer) => (output += part.toString()))
  child.stderr.on("data", (part: Buffer) => (output += part.toString()))
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })))
}

const commandsIn = (hint: string): string[] =>
  [...hint.matchAll(/`((?:[A-Z_]+=\S+ )?upnext [^`]+)`/g)].map(([, line = ""]) => line)

const statuses = ["todo", "doing", "blocked", "review", "done", "cancelled"]
const facts = [
  {},
  { otherSession: true },
  { isTeam: true },
  { isTeam: false },
  { field: "criterion" },
  { field: "parent" },
  { field: "seq" },
  { part: "journal" },
  ...statuses.map((status) => ({ status })),
]

/** Every command of the table. What is to be filled in first (`<id>`), and a stream without an end, are not typed. */
const table = [
  ...new Set(
    (Object.keys(errors) as ErrorCode[]).flatMap((code) =>
      facts.flatMap((each) =>
        commandsIn(hintFor(code, { task: "T-1", agent: "ann", tasks: ["T-1"], ...each })),
      ),
    ),
  ),
].filter((line) => !/<\w+>|upnext (?:events|stop)/.test(line))

describe("every command of the hints goes, as printed, to the board of who was told it", () => {
  test("and there are more than fifteen", () => expect(table.length).toBeGreaterThan(15))

  test.each(table)(
    "%s",
    async (line) => {
      const isOfServer = /upnext (?:start|doctor)/.test(line)
      for (const place of [
        { home: ` --home ${home}`, server: ` --home ${home}` },
        { home: ` --home ${home}`, server: ` --url ${server.url}` },
      ]) {
        const [printed = ""] = commandsIn(atPlace(`\`${line}\``, place))
        const { status, output } = await type(printed)
        // A rule may refuse it, or nothing is ready; the command was understood, and reached the server.
        expect([0, 1, 3], `${printed}\n${output}`).toContain(status)
        expect(output).not.toMatch(/Unknown|No server|cannot be reached|^error.*4445 is held/m)
        if (isOfServer) expect(output).toContain(home)
      }
    },
    30_000,
  )
})

test("the port that doctor is asked about stays in its hints", () => {
  const place = commandPlace(["doctor", "--home", home, "--port", "5001"], {}, "/")
  expect(atPlace("`upnext start`, `upnext doctor --port 1`, `upnext status`", place)).toBe(
    `\`upnext start --home ${home} --port 5001\`, \`upnext doctor --port 1 --home ${home}\`, \`upnext status --home ${home}\``,
  )
})

test.each([
  ["UPNEXT_HOME", () => ({ UPNEXT_HOME: home }), () => ` --home ${home}`],
  ["UPNEXT_URL", () => ({ UPNEXT_URL: server.url }), () => ` --url ${server.url}`],
] as const)("a command refused under %s prints such a hint", async (_, env, flags) => {
  const { stderr } = await upnext(["show", "T-99"], env())
  const [printed = ""] = commandsIn(stderr)
  expect(printed).toBe(`upnext list${flags()}`)
  expect((await type(printed)).output).toContain("of this data directory")
})

test("`stop` and `doctor` of a refused start are of its home", async () => {
  const { stdout } = await upnext(["start", "--json"], {
    UPNEXT_HOME: home,
    UPNEXT_PORT: String(server.port),
  })
  const { hint } = JSON.parse(stdout) as { hint: string }
  expect(commandsIn(hint)).toEqual([`upnext open --home ${home}`, `upnext stop --home ${home}`])
})
