import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { startCommand, until, type Worker } from "../support/worker.ts"
import { upnext } from "./upnext.ts"

let server: Server
const space = await temporaryHome()
/** The directory in which a test's commands run; its end is the name under which the test keeps its place. */
let cwd = ""
let name = ""
let runs: Worker[] = []

beforeAll(async () => {
  server = await startServer({ home: space.home })
})
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "upnext-events-"))
  name = cwd.slice(-6)
})
afterEach(async () => {
  for (const run of runs) run.kill("SIGKILL")
  await Promise.all(runs.map(({ exited }) => exited))
  runs = []
  await rm(cwd, { recursive: true, force: true })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

function events(script: string, ...flags: string[]): Worker {
  const run = startCommand(["events", "--type", "task.created", ...flags, "--", "sh", "-c", script], {
    url: server.url,
    cwd,
    env: { UPNEXT_STATE: cwd, HOME: cwd },
  })
  runs.push(run)
  return run
}

/** Resolves when it hears what happens. */
const hears = (run: Worker) => until(() => run.stderr().includes("Runs sh for each event"))

async function add(title: string): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title })
  return body["task"].id as string
}

const seq = async () => (await call(server.url, "GET", "/health")).body["seq"] as unknown as number

const path = (file: string) => join(cwd, file)
const lines = (file: string) =>
  existsSync(path(file)) ? readFileSync(path(file), "utf8").split("\n").filter(Boolean) : []

/** The command of a task whose title is `hold` waits for the file `go`. */
const waiting = `
  echo $$ > pid
  echo "$UPNEXT_TASK_ID" >> begun
  [ "$UPNEXT_TASK_TITLE" = hold ] && echo "at work on $UPNEXT_TASK_ID"
  while [ "$UPNEXT_TASK_TITLE" = hold ] && [ ! -e go ]; do sleep 0.05; done
  echo "$UPNEXT_TASK_ID" >> done`

test("the command gets each event in its order, with the task as it is now", async () => {
  const before = await seq()
  const [first, second, third] = [await add("one"), await add("two"), await add("three")]
  await call(server.url, "PATCH", `/tasks/${first}`, { title: "one, edited" })
  await call(server.url, "DELETE", `/tasks/${second}`)
  const run = events("env | grep ^UPNEXT_ > env; echo out; cat >> in", "--after", String(before))
  await until(() => lines("in").length === 3)
  run.kill("SIGINT")
  expect(await run.exited).toBe(130)
  const documents = lines("in").map((line) => JSON.parse(line) as Record<string, never>)
  expect(documents).toMatchObject([
    { event: { type: "task.created", task: first, data: { title: "one" } }, task: { title: "one, edited" } },
    { event: { task: second }, task: null },
    { event: { task: third }, task: { id: third, title: "three", status: "todo" } },
  ])
  expect(lines("env")).toEqual(
    expect.arrayContaining([
      `UPNEXT_EVENT_SEQ=${before + 3}`,
      "UPNEXT_EVENT_TYPE=task.created",
      "UPNEXT_EVENT_ACTOR=anonymous",
      `UPNEXT_TASK_ID=${third}`,
      "UPNEXT_TASK_TITLE=three",
      `UPNEXT_URL=${server.url}`,
    ]),
  )
  expect(run.stdout()).toBe("out\nout\nout\n")
  expect(run.stderr()).toMatch(/Every event up to \d+ is done; --after \d+ continues from there\./)
})

test("with --json there is a line for each event, and the output of the command is on standard error", async () => {
  const before = await seq()
  const id = await add("one")
  const run = events("echo out", "--after", String(before), "--json")
  await until(() => run.stdout().includes("\n"))
  expect(JSON.parse(run.stdout())).toEqual({
    event: before + 1,
    type: "task.created",
    task: id,
    exit: 0,
    ms: expect.any(Number) as number,
  })
  expect(run.stderr()).toContain("\nout\n")
})

describe("under a name", () => {
  test("it begins now, and a kill before the first event loses none", async () => {
    await add("earlier")
    const run = events(waiting, "--name", name)
    await hears(run)
    run.kill("SIGKILL")
    await run.exited
    const id = await add("while it was gone")
    events(waiting, "--name", name)
    await until(() => lines("done").length > 0)
    expect(lines("done")).toEqual([id])
  })

  test("a kill in the middle of a command loses no event, and repeats only that one", async () => {
    const run = events(waiting, "--name", name)
    await hears(run)
    const [first, second, third] = [await add("one"), await add("hold"), await add("three")]
    // Its runner has heard of the command by then, and so has the guard against orphans.
    await until(() => run.stdout().includes(`at work on ${second}`))
    run.kill("SIGKILL")
    await run.exited
    // The command ends with its runner, a moment later.
    await until(() => !isAlive(lines("pid")[0] ?? ""))
    const last = await add("four")
    writeFileSync(path("go"), "")
    events(waiting, "--name", name)
    await until(() => lines("done").includes(last))
    expect(lines("done")).toEqual([first, second, third, last])
    expect(lines("begun")).toEqual([first, second, second, third, last])
  })

  test("an event whose command fails comes again at the next start", async () => {
    const script = 'echo "$UPNEXT_TASK_ID" >> begun; [ -e go ] || { echo no luck >&2; exit 3; }'
    const run = events(script, "--name", name)
    await hears(run)
    const [first, second] = [await add("one"), await add("two")]
    expect(await run.exited).toBe(1)
    expect(run.stderr()).toMatch(
      new RegExp(`error sh failed on event \\d+ \\(task\\.created ${first}\\), exit 3: no luck`),
    )
    expect(run.stderr()).toContain("hint  The next start under this name begins with this event again.")
    writeFileSync(path("go"), "")
    events(script, "--name", name, "--after", "0")
    await until(() => lines("begun").length === 3)
    expect(lines("begun")).toEqual([first, first, second])
  })

  test("a second process is refused, until the first one is gone, however it went", async () => {
    const first = events(waiting, "--name", name)
    await hears(first)
    const second = events(waiting, "--name", name)
    expect(await second.exited).toBe(1)
    expect(second.stderr()).toContain(`Another process (pid ${first.pid}) is already using the name ${name}.`)
    first.kill("SIGKILL")
    await first.exited
    await hears(events(waiting, "--name", name))
  })

  test("where the board was put back behind the place, it says so and goes on", async () => {
    const run = events(waiting, "--name", name)
    await hears(run)
    run.kill("SIGTERM")
    expect(await run.exited).toBe(143)
    writeFileSync(placeFile(), '{"after": 1000000}')
    const again = events(waiting, "--name", name)
    const end = await seq()
    await until(() => again.stderr().includes("continuing from its end"))
    expect(again.stderr()).toContain(
      `The log ends at event ${end}, before event 1000000; continuing from its end.`,
    )
    await until(() => readFileSync(placeFile(), "utf8") === `{\n  "after": ${end}\n}\n`)
    const id = await add("later")
    await until(() => lines("done").length > 0)
    expect(lines("done")).toEqual([id])
  })

  test("a file that holds no place is refused, and stays as it is", async () => {
    const run = events(waiting, "--name", name)
    await hears(run)
    run.kill("SIGTERM")
    await run.exited
    writeFileSync(placeFile(), '{"after": "soon"}')
    const again = events(waiting, "--name", name)
    expect(await again.exited).toBe(2)
    expect(again.stderr()).toContain(`${placeFile()} does not hold a position in the event log.`)
    expect(readFileSync(placeFile(), "utf8")).toBe('{"after": "soon"}')
  })
})

/** Where the only place of this test is kept. */
function placeFile(): string {
  const [found = ""] = readdirSync(path(".upnext/events"), { recursive: true, encoding: "utf8" }).filter(
    (each) => each.endsWith(`${name}/place.json`),
  )
  return path(`.upnext/events/${found}`)
}

test("a failure without a name says after which event to go on", async () => {
  const before = await seq()
  await add("one")
  const run = events("exit 7", "--after", String(before))
  expect(await run.exited).toBe(1)
  expect(run.stderr()).toContain(`--after ${before} begins with this event again.`)
})

test("Ctrl-C ends the command with what it started, and its event is not done", async () => {
  const before = await seq()
  await add("one")
  const run = events("sleep 600 & echo $! > pid; wait", "--after", String(before), "--name", name)
  await until(() => lines("pid").length > 0)
  const [pid = ""] = lines("pid")
  run.kill("SIGINT")
  expect(await run.exited).toBe(130)
  await until(() => !isAlive(pid))
  expect(JSON.parse(readFileSync(placeFile(), "utf8"))).toEqual({ after: before })
})

test("it goes on when the server is back, and takes no other board for it", async () => {
  const run = events(waiting, "--name", name)
  await hears(run)
  const first = await add("one")
  await until(() => lines("done").length === 1)
  const { port } = server
  server.kill("SIGKILL")
  await server.exited
  await until(() => run.stderr().includes("Lost the event stream"))
  server = await startServer({ home: space.home, port })
  const second = await add("two")
  await until(() => lines("done").length === 2)
  expect(lines("done")).toEqual([first, second])
  server.kill("SIGTERM")
  await server.exited
  const other = await temporaryHome()
  server = await startServer({ home: other.home, port })
  expect(await run.exited).toBe(4)
  // The same name on another board is another place.
  const there = events(waiting, "--name", name, "--after", "0")
  const foreign = await add("elsewhere")
  await until(() => lines("done").length === 3)
  expect(lines("done")).toEqual([first, second, foreign])
  there.kill("SIGTERM")
  await there.exited
  server.kill("SIGTERM")
  await server.exited
  await other.remove()
  server = await startServer({ home: space.home, port })
})

test.each([
  [["./notify"], 2, '`--` is missing before "./notify".', " -- ./notify`."],
  [["T-7"], 2, '"T-7" has no flag before it.', "Write `upnext events --task T-7"],
  [["--name", "n"], 2, "--name saves the position of a command", "upnext events --name n"],
  [["--name", "a/b", "--", "true"], 2, '1 to 64 letters, digits, dots, dashes or underscores, not "a/b"', ""],
  [["--output", "--", "true"], 2, "The lines that --output shows are not events", "Leave out --output"],
  [["--type", "nope", "--", "true"], 2, "--type: expected an event type: task.created", ""],
  [
    ["--after", "0", "--", "./nothing"],
    2,
    'There is no program "./nothing".',
    "Event 1 has not been handled.",
  ],
])("upnext events %j is refused", async (args, status, message, hint) => {
  await add("so that there is an event")
  const refused = await upnext(["events", ...args], { UPNEXT_URL: server.url })
  expect(refused.status).toBe(status)
  expect(refused.stderr).toContain(message)
  expect(refused.stderr).toContain(hint)
})

/** A process that has ended is no longer alive, even before its exit status is read. */
function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
    const stat = existsSync("/proc/self") ? readFileSync(`/proc/${pid.trim()}/stat`, "utf8") : ""
    return !stat.includes(") Z ")
  } catch {
    return false
  }
}
