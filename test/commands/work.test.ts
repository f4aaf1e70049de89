import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { allowUrl } from "../support/allow-url.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { startWorker, until, type Worker } from "../support/worker.ts"
import { upnext } from "./upnext.ts"

let server: Server
const space = await temporaryHome()
/** The directory in which a test's commands run, and the test's own project. */
let cwd = ""
let project = ""
let workers: Worker[] = []

beforeAll(async () => {
  server = await startServer({ home: space.home })
})
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "upnext-work-"))
  project = cwd.slice(-6)
})
afterEach(async () => {
  for (const worker of workers) worker.kill("SIGKILL")
  await Promise.all(workers.map(({ exited }) => exited))
  workers = []
  await rm(cwd, { recursive: true, force: true })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

function work(...args: string[]): Worker {
  const worker = startWorker(["--agent", "ann", "--project", project, ...args], {
    url: server.url,
    cwd,
    env: { UPNEXT_CLI: join(process.cwd(), "dist/cli.cjs") },
  })
  workers.push(worker)
  return worker
}

const sh = (script: string) => ["--", "sh", "-c", script]

async function add(title: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title, project, ...fields })
  return body["task"].id as string
}

async function task(id: string) {
  return (await call(server.url, "GET", `/tasks/${id}`)).body["task"]
}

const path = (name: string) => join(cwd, name)
const content = (name: string) => readFileSync(path(name), "utf8")

/** The events about a task, oldest first. */
async function eventsOf(id: string): Promise<PublicEvent[]> {
  const { body } = await call(server.url, "POST", `/tasks/${id}/comments`, { author: "zoe", content: "end" })
  const events: PublicEvent[] = []
  for await (const event of createClient({ url: server.url }).events({ after: 0, task: id })) {
    if (event.type === "reset") continue
    if (event.data["comment"] === body["comment"].id) break
    events.push(event)
  }
  return events
}

/** What was learned from a task, read from the log. */
function reflectionsOf(id: string): string[] {
  const directory = join(space.home, "data", "journal")
  const log = readdirSync(directory).map((file) => readFileSync(join(directory, file), "utf8"))
  const reflected = new RegExp(`{"type":"task.reflected","task":"${id}",[^}]*"content":("[^"]*")`, "g")
  return [...log.join("").matchAll(reflected)].map(([, content = ""]) => JSON.parse(content) as string)
}

const completions = async (id: string) =>
  (await eventsOf(id)).filter(({ type }) => type === "task.completed").length

/** A command that runs until it is told to end. */
const lasting = "echo $$ > pid; echo up; exec sleep 600"
const isRunning = () => isAlive(content("pid"))

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

describe("a task that is done", () => {
  test("reaches its command as JSON on standard input and in the environment", async () => {
    const id = await add("Say hello", { description: "to *all*", tags: ["a", "b"], priority: "P1" })
    const worker = work("--once", ...sh("cat > task.json; env | grep ^UPNEXT_ > env"))
    expect(await worker.exited, worker.stderr()).toBe(0)
    expect(JSON.parse(content("task.json"))).toMatchObject({ id, title: "Say hello", status: "doing" })
    const env = Object.fromEntries(
      content("env")
        .trim()
        .split("\n")
        .map((line) => line.split("=", 2)),
    )
    expect(env).toMatchObject({
      UPNEXT_TASK_ID: id,
      UPNEXT_TASK_TITLE: "Say hello",
      UPNEXT_TASK_DESCRIPTION: "to *all*",
      UPNEXT_TASK_PROJECT: project,
      UPNEXT_TASK_PRIORITY: "P1",
      UPNEXT_TASK_TAGS: "a,b",
      UPNEXT_AGENT: "ann",
      UPNEXT_URL: server.url,
      UPNEXT_SESSION: expect.stringMatching(/^[\w-]{36}$/) as string,
      UPNEXT_LEASE_TOKEN: expect.stringMatching(`^${id}\\.1\\.`) as string,
    })
  })

  test("has its output passed on and its last lines as the summary; the worker's own words go to standard error", async () => {
    const id = await add("Speak")
    const worker = work("--once", ...sh("echo one; echo aside >&2; echo two"))
    expect(await worker.exited).toBe(0)
    expect(worker.stdout()).toBe("one\ntwo\n")
    expect(worker.stderr()).toMatch(
      new RegExp(`^${id} started  Speak\naside\n${id} done \\(\\d+\\.\\d s\\)\n$`),
    )
    expect(await task(id)).toMatchObject({ status: "done", assignee: "ann", summary: "one\ntwo" })
  })

  test.each<[string, string[], string, string[], Record<string, unknown>]>([
    ["--lesson", ["--lesson", "by flag"], "echo reflection: said", ["by flag"], {}],
    ["a line of its output", [], "echo reflection: said; echo end", ["said"], {}],
    ["none, where the task is exempt", [], "echo end", [], { metadata: { reflection_exempt: true } }],
  ])("its reflection: %s", async (_, args, script, reflections, fields) => {
    const id = await add("Learn", fields)
    const worker = work("--once", ...args, ...sh(script))
    expect(await worker.exited, worker.stderr()).toBe(0)
    expect(reflectionsOf(id)).toEqual(reflections)
  })

  test("a command that wrote no reflection finishes its task without one, and nothing is written into its metadata", async () => {
    const id = await add("Learn nothing", { metadata: { kept: 1 } })
    const worker = work("--once", ...sh("echo all well"))
    expect(await worker.exited, worker.stderr()).toBe(0)
    expect(reflectionsOf(id)).toEqual([])
    const { status, metadata } = await task(id)
    expect({ status, metadata }).toEqual({ status: "done", metadata: { kept: 1 } })
  })

  test("waits for its review if it has a reviewer", async () => {
    const id = await add("Look at me", { reviewer: "rita" })
    const worker = work("--once", "--json", ...sh("true"))
    expect(await worker.exited).toBe(0)
    expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "review" })
  })

  test("stays the worker's for longer than its lease", async () => {
    const id = await add("Long")
    const worker = work("--once", "--lease", "2s", ...sh("sleep 3"))
    expect(await worker.exited, worker.stderr()).toBe(0)
    const types = (await eventsOf(id)).map(({ type }) => type)
    expect(types).toContain("lease.renewed")
    expect(types).not.toContain("lease.expired")
  })

  test("`upnext` inside acts as the holder, and may finish the task itself", async () => {
    const id = await add("By myself")
    const inner = `node "$UPNEXT_CLI" task`
    const script = `${inner} comment $UPNEXT_TASK_ID hi && ${inner} done $UPNEXT_TASK_ID --lesson own && sleep 2 && echo end`
    const worker = work("--once", "--lease", "3s", ...sh(script))
    expect(await worker.exited, worker.stderr()).toBe(0)
    expect(worker.stdout()).toMatch(/end\n$/)
    expect(worker.stderr()).toContain(`${id} done`)
    expect(await completions(id)).toBe(1)
  })

  test("`upnext ask --park` inside parks the task, which is not lost to its worker", async () => {
    const id = await add("Ask first")
    const script = `node "$UPNEXT_CLI" ask $UPNEXT_TASK_ID "Which cache?" --park && sleep 2`
    const worker = work("--once", "--json", "--lease", "3s", ...sh(script))
    await worker.exited
    expect(worker.stderr()).toContain(`${id} blocked, asks: Which cache?`)
    expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "blocked", exit: 0 })
    expect(await task(id)).toMatchObject({ status: "blocked", attempts: 0 })
  })
})

describe("a command that fails", () => {
  test.each([
    ["echo out; echo why >&2; exit 3", "exit 3: why", 3],
    ["echo why; exit 1", "exit 1: why", 1],
    ["exit 7", "exit 7", 7],
    ["echo why; kill -9 $$", "SIGKILL: why", "SIGKILL"],
  ])("%s: the task goes back as failed, with the reason %s", async (script, reason, exit) => {
    const id = await add("Break")
    const worker = work("--once", "--json", ...sh(script))
    expect(await worker.exited).toBe(1)
    expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "failed", exit })
    expect(worker.stderr()).toContain(`${id} failed, ${reason}\n`)
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 1, assignee: "unassigned" })
    const released = (await eventsOf(id)).find(({ type }) => type === "task.released")
    expect(released?.data).toMatchObject({ failed: true, reason })
  })

  test("is followed by the next task", async () => {
    const [first, second] = [await add("fails"), await add("works")]
    const worker = work("--idle-exit", "1s", ...sh('test "$UPNEXT_TASK_TITLE" = works'))
    expect(await worker.exited).toBe(0)
    expect(await task(first)).toMatchObject({ attempts: 1 })
    expect(await task(second)).toMatchObject({ status: "done" })
  })

  test.each([
    ["./no-such-command", 'There is no program "./no-such-command".', "Relative paths are resolved against"],
    ["no-such-command", 'There is no program "no-such-command" on the PATH.', "./no-such-command"],
    ["./plain", '"./plain" is not executable for this user.', "chmod +x ./plain"],
    ["./odd", 'The interpreter of "./odd" does not exist.', "first line of the script"],
  ])(
    "%s cannot be started, which ends the worker and costs the task no attempt",
    async (name, detail, hint) => {
      writeFileSync(path("plain"), "echo plain")
      writeFileSync(path("odd"), "#!/no/such/interpreter\n", { mode: 0o755 })
      const id = await add("Unharmed")
      const worker = work("--", name)
      expect(await worker.exited).toBe(2)
      const [error, way] = worker
        .stderr()
        .split("\n")
        .filter((each) => /^(?:error|hint)/.test(each))
      expect(error).toBe(`error ${detail}`)
      expect(way).toContain(hint)
      expect(way).toContain(`${id} is given back.`)
      expect(await task(id)).toMatchObject({ status: "todo", attempts: 0 })
    },
  )
})

describe("--timeout", () => {
  test("ends a command that hangs and all that it started, and its attempt has failed", async () => {
    const id = await add("Hang")
    const script = "echo begun; sleep 600 & echo $! > pid; wait"
    const worker = work("--once", "--json", "--timeout", "1s", ...sh(script))
    expect(await worker.exited, worker.stderr()).toBe(1)
    const reason = "stopped after 1s (--timeout): begun"
    expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "failed", exit: "SIGTERM" })
    expect(worker.stderr()).toContain(`${id} failed, ${reason}\n`)
    await until(() => !isRunning())
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 1, lease: null })
    const released = (await eventsOf(id)).find(({ type }) => type === "task.released")
    expect(released?.data).toMatchObject({ failed: true, reason })
  })

  test("fails an attempt also where the command exits with 0 once it is asked to end", async () => {
    const id = await add("Hang politely")
    const worker = work(
      "--once",
      "--timeout",
      "1s",
      ...sh("trap 'exit 0' TERM; while :; do sleep 0.05; done"),
    )
    expect(await worker.exited, worker.stderr()).toBe(1)
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 1 })
  })

  test("says nothing about a command that ends in time", async () => {
    const id = await add("Quick")
    expect(await work("--once", "--timeout", "1h", ...sh("true")).exited).toBe(0)
    expect(await task(id)).toMatchObject({ status: "done" })
  })
})

describe("a worker that is killed with -9", () => {
  test("takes the command of each job with it, and all that the commands started", async () => {
    await Promise.all([add("one"), add("two")])
    const script = 'sleep 600 & echo "$$ $!" > pids.$UPNEXT_TASK_ID; echo up; wait'
    const worker = work("--jobs", "2", ...sh(script))
    await until(() => worker.stdout().match(/up/g)?.length === 2)
    const pids = readdirSync(cwd).flatMap((name) => content(name).trim().split(" "))
    expect(pids.map(isAlive)).toEqual([true, true, true, true])
    worker.kill("SIGKILL")
    await worker.exited
    await until(() => !pids.some(isAlive))
  })

  test("takes a command with it that does not end when it is asked to", async () => {
    await add("Stubborn")
    const worker = work(
      ...sh(
        "trap 'touch asked' TERM; echo $$ > pid; echo up; exec >/dev/null 2>&1; while :; do sleep 0.05; done",
      ),
    )
    await until(() => worker.stdout().includes("up"))
    worker.kill("SIGKILL")
    await until(() => existsSync(path("asked")))
    await until(() => !isRunning())
  })
})

describe("which work, how much, how long", () => {
  test.each([[[]], [["--json"]]])(
    "--once with nothing ready %j says so, and that the project is not there, and exits with status 3",
    async (more) => {
      const worker = work("--once", ...more, ...sh("true"))
      expect(await worker.exited).toBe(3)
      expect([worker.stdout(), worker.stderr()]).toEqual([
        "",
        `There is no project ${project}.\nNothing is ready.\n`,
      ])
    },
  )

  test("--once does one task", async () => {
    const ids = [await add("one"), await add("two")]
    expect(await work("--once", ...sh("true")).exited).toBe(0)
    expect((await Promise.all(ids.map(task))).map(({ status }) => status as string)).toEqual(["done", "todo"])
  })

  test("--tag and --project choose the work", async () => {
    const ids = [await add("no"), await add("half", { tags: ["x"] }), await add("yes", { tags: ["x", "y"] })]
    await add("elsewhere", { project: `${project}-2`, tags: ["x", "y"] })
    const worker = work("--tag", "x", "--tag", "y", "--idle-exit", "1s", "--json", ...sh("true"))
    expect(await worker.exited).toBe(0)
    expect(worker.stdout()).toMatch(
      new RegExp(`^{"task":"${ids[2]}","outcome":"done","exit":0,"ms":\\d+}\n$`),
    )
  })

  test("the worker waits for later work, and --idle-exit counts from the end of the last task", async () => {
    const worker = work("--idle-exit", "2s", ...sh("echo $UPNEXT_TASK_TITLE"))
    await until(() => worker.stderr().includes("Taking work from"))
    await add("late")
    expect(await worker.exited).toBe(0)
    expect(worker.stdout()).toBe("late\n")
  })

  test("--jobs 3 does three at a time, and each line of output names its task", async () => {
    const ids = [await add("a"), await add("b"), await add("c")]
    // Each command waits until all three are running.
    const script =
      "touch at.$UPNEXT_TASK_ID; while [ $(ls at.* | wc -l) -lt 3 ]; do sleep 0.05; done; echo $UPNEXT_SESSION"
    const worker = work("--jobs", "3", "--session", "s", "--idle-exit", "1s", ...sh(script))
    expect(await worker.exited, worker.stderr()).toBe(0)
    const lines = worker.stdout().trim().split("\n")
    expect(lines.map((line) => line.split(" | ")[0]).sort()).toEqual([...ids].sort())
    expect(lines.map((line) => line.split(" | ")[1]).sort()).toEqual(["s", "s.2", "s.3"])
  })

  test("--jobs 32 waits with 32 requests, and Node prints no warning", async () => {
    const worker = work("--jobs", "32", "--idle-exit", "1s", ...sh("true"))
    expect(await worker.exited).toBe(3)
    expect(worker.stderr()).toBe(
      `Taking work from ${server.url} as ann. Ctrl-C ends it.\nThere is no project ${project}.\nnothing done\n`,
    )
  })

  test("a worker of the same session resumes its task after kill -9, at once and with a new lease", async () => {
    const id = await add("Resume")
    const first = work("--session", "fixed", ...sh(lasting))
    await until(() => first.stdout().includes("up"))
    first.kill("SIGKILL")
    await first.exited
    expect(await work("--once", "--session", "other", ...sh("true")).exited).toBe(3)
    expect(await work("--once", "--session", "fixed", ...sh("true")).exited).toBe(0)
    expect(await task(id)).toMatchObject({ status: "done", attempts: 0 })
  })
})

describe("a task that is taken away", () => {
  test.each([
    ["put back by a person", "PATCH", { status: "todo", assignee: "rita" }],
    ["cancelled", "PATCH", { status: "cancelled" }],
    ["deleted", "DELETE", undefined],
  ])(
    "%s: its command and all that it started are ended, and the next one is done",
    async (_, method, body) => {
      const id = await add("taken")
      const script = `if [ "$UPNEXT_TASK_TITLE" = taken ]; then
      (trap 'touch ended; exit' TERM; echo up; while :; do sleep 0.05; done) & wait
    fi`
      const worker = work("--lease", "1s", "--idle-exit", "1s", ...sh(script))
      await until(() => worker.stdout().includes("up"))
      const next = await add("next")
      await call(server.url, method, `/tasks/${id}`, body)
      expect(await worker.exited).toBe(0)
      expect(existsSync(path("ended"))).toBe(true)
      expect(worker.stderr().match(new RegExp(`${id} lost: .*\n`, "g"))).toHaveLength(1)
      expect(await task(next)).toMatchObject({ status: "done" })
    },
  )

  test("makes --once exit with status 1", async () => {
    const id = await add("taken")
    const worker = work("--lease", "1s", "--once", "--json", ...sh(lasting))
    await until(() => worker.stderr().includes("up"))
    await call(server.url, "PATCH", `/tasks/${id}`, { status: "todo" })
    expect(await worker.exited).toBe(1)
    expect(JSON.parse(worker.stdout())).toMatchObject({ task: id, outcome: "lost", exit: "SIGTERM" })
    expect(isRunning()).toBe(false)
  })

  test("between two heartbeats is noticed at the end, and is not done", async () => {
    const id = await add("taken")
    const worker = work("--once", ...sh("echo up; until [ -e go ]; do sleep 0.05; done"))
    await until(() => worker.stdout().includes("up"))
    await call(server.url, "PATCH", `/tasks/${id}`, { status: "todo" })
    writeFileSync(path("go"), "")
    expect(await worker.exited).toBe(1)
    expect(worker.stderr()).toContain(`${id} lost: `)
    expect(await task(id)).toMatchObject({ status: "todo" })
  })
})

describe("Ctrl-C", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the command, gives the task back unharmed and exits %i", async (signal, status) => {
    const id = await add("Interrupt")
    const worker = work(...sh(lasting))
    await until(() => worker.stdout().includes("up"))
    worker.kill(signal)
    expect(await worker.exited).toBe(status)
    expect(isRunning()).toBe(false)
    expect(worker.stderr()).toContain(`${id} given back\n`)
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 0, assignee: "unassigned", lease: null })
  })

  test("pressed twice kills a command that does not stop", async () => {
    const id = await add("Stubborn")
    const worker = work(...sh("trap 'echo no' TERM; echo $$ > pid; echo up; while :; do sleep 0.05; done"))
    await until(() => worker.stdout().includes("up"))
    worker.kill("SIGINT")
    await until(() => worker.stdout().includes("no"))
    // Within half a second the second one would count as the same.
    await new Promise((resolve) => setTimeout(resolve, 600))
    worker.kill("SIGINT")
    expect(await worker.exited).toBe(130)
    expect(isRunning()).toBe(false)
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 0 })
  })

  test("ends a worker that waits for work at once", async () => {
    const worker = work(...sh("true"))
    await until(() => worker.stderr().includes("Taking work from"))
    worker.kill("SIGINT")
    expect(await worker.exited).toBe(130)
  })
})

describe("a server that goes away", () => {
  const comeBack = async () => {
    server = await startServer({ home: space.home, port: server.port })
  }

  test("during a command: the command runs on, people are told once, and the task is done once", async () => {
    const id = await add("Patience")
    const worker = work("--once", "--lease", "3s", ...sh("echo up; until [ -e go ]; do sleep 0.05; done"))
    await until(() => worker.stdout().includes("up"))
    server.kill("SIGKILL")
    await server.exited
    await until(() => worker.stderr().includes("The server cannot be reached"))
    await comeBack()
    await until(() => worker.stderr().includes("The server is back."))
    writeFileSync(path("go"), "")
    expect(await worker.exited).toBe(0)
    expect(
      worker.stderr().match(/The server cannot be reached: No server is listening at .*\. Trying again\.\n/g),
    ).toHaveLength(1)
    expect(worker.stderr().match(/The server is back\.\n/g)).toHaveLength(1)
    expect(await completions(id)).toBe(1)
  })

  test("when a command ends: the worker keeps the result until the server is back", async () => {
    const id = await add("Keep")
    const worker = work("--once", ...sh("echo up; until [ -e go ]; do sleep 0.05; done; echo kept"))
    await until(() => worker.stdout().includes("up"))
    server.kill("SIGKILL")
    await server.exited
    writeFileSync(path("go"), "")
    await until(() => worker.stderr().includes("The server cannot be reached"))
    await comeBack()
    expect(await worker.exited).toBe(0)
    expect(await task(id)).toMatchObject({ status: "done", summary: "up\nkept" })
    expect(await completions(id)).toBe(1)
  })

  test("while the worker asks for work: the worker asks again", async () => {
    const worker = work(...sh("echo $UPNEXT_TASK_TITLE"))
    await until(() => worker.stderr().includes("Taking work from"))
    server.kill("SIGKILL")
    await server.exited
    await until(() => worker.stderr().includes("The server cannot be reached"))
    await comeBack()
    await add("afterwards")
    await until(() => worker.stdout() === "afterwards\n")
    expect(worker.stderr()).toContain("The server is back.")
  })

  test("for good: Ctrl-C still ends the worker", async () => {
    await add("Orphan")
    const worker = work("--session", "orphan", ...sh(lasting))
    await until(() => worker.stdout().includes("up"))
    server.kill("SIGKILL")
    await server.exited
    worker.kill("SIGINT")
    // The second Ctrl-C tells it not to wait for the server.
    await until(() => worker.stderr().includes("The server cannot be reached"))
    await new Promise((resolve) => setTimeout(resolve, 600))
    worker.kill("SIGINT")
    expect(await worker.exited).toBe(130)
    expect(isRunning()).toBe(false)
    expect(worker.stderr()).toMatch(/lost: .* when its claim expires\.\n/)
    await comeBack()
  })
})

describe("what is refused", () => {
  // No agent can have this login name.
  const elsewhere = { UPNEXT_URL: "http://127.0.0.1:1", LOGNAME: "upnext" }
  test.each<[string[], string, RegExp]>([
    [
      ["--agent", "ann"],
      "The command that does the work is missing",
      /upnext work --agent ann --url \S+ -- \.\/do-the-work/,
    ],
    [["--agent", "ann", "--"], "The command that does the work is missing", /-- \.\/do-the-work/],
    [["make"], '`--` is missing before "make"', /Write `upnext work --url \S+ -- make`/],
    [
      ["--agent", "ann", "sh", "-c", "echo $UPNEXT_TASK_ID"],
      '`--` is missing before "sh"',
      /`upnext work --agent ann --url \S+ -- sh -c 'echo \$UPNEXT_TASK_ID'`/,
    ],
    [["--agent", "ann", "--timeout", "soon", "--", "true"], "--timeout takes a duration", /--timeout 30m/],
    [
      ["--agent", "ann", "--timeout", "4w", "--", "true"],
      "--timeout must be at most 3w",
      /Leave --timeout out/,
    ],
    [["--", "true"], "No agent was given", /--agent <name>/],
    [
      ["--agent", "ann", "--jobs", "0", "--", "true"],
      "--jobs must be a whole number from 1 to 32",
      /Leave --jobs out/,
    ],
    [
      ["--agent", "ann", "--jobs", "33", "--", "true"],
      "--jobs must be a whole number from 1 to 32",
      /Leave --jobs out/,
    ],
    [
      ["--agent", "ann", "--once", "--jobs", "2", "--", "true"],
      "--once cannot be combined",
      /Leave one of them out/,
    ],
    [["--agent", "ann", "--lease", "off", "--", "true"], "--lease takes a duration", /--lease 30m/],
    [
      ["--agent", "ann", "--idle-exit", "soon", "--", "true"],
      "--idle-exit takes a duration",
      /--idle-exit 30m/,
    ],
    [
      ["--agent", "ann", "--job", "2", "--", "true"],
      "Did you mean --jobs?",
      /Write `upnext work --agent ann --jobs 2 .*-- true`/,
    ],
  ])("%j: %s", async (args, message, hint) => {
    const result = await upnext(["work", ...args], elsewhere)
    expect(result).toMatchObject({ status: 2, stdout: "" })
    expect(result.stderr).toContain(message)
    expect(result.stderr).toMatch(/^error [^\n]+\nhint {2}[^\n]+\n$/)
    expect(result.stderr.split("\n")[1]).toMatch(hint)
  })

  test("a refusal by the server ends the worker with that error", async () => {
    const worker = work("--lease", "8d", ...sh("true"))
    expect(await worker.exited).toBe(2)
    expect(worker.stderr()).toMatch(/error .*from 1s to 7d[^]*hint /)
  })

  test("without a server, --once exits with status 4 after the time that a restart may take", async () => {
    const result = await upnext(["work", "--agent", "ann", "--once", "--", "true"], elsewhere)
    expect(result.status).toBe(4)
    expect(result.stderr).toContain("error No server is listening at http://127.0.0.1:1.")
  })
})

test("a token that may not be sent to the URL is not given to the command", async () => {
  await add("Secret")
  writeFileSync(path(".upnext.json"), JSON.stringify({ url: server.url }))
  await allowUrl(cwd, server.url)
  const env = { UPNEXT_URL: "", UPNEXT_TOKEN: "secret", XDG_CONFIG_HOME: cwd }
  const worker = startWorker(
    ["--agent", "ann", "--project", project, "--once", ...sh("echo [$UPNEXT_TOKEN] $UPNEXT_URL")],
    { url: server.url, cwd, env },
  )
  expect(await worker.exited).toBe(0)
  expect(worker.stdout()).toBe(`[] ${server.url}\n`)
})

describe("a command that cannot do any task ends the worker with status 1, at no cost", () => {
  test.each([
    ["a program that is not there", "no-such-program", "exit 127", 0],
    ["one task after the other fails at once", "exit 1", "failed immediately", 2],
  ])("%s", async (_, line, why, failures) => {
    const ids: string[] = []
    while (ids.length < failures + 2) ids.push(await add("A task"))
    const worker = work(...sh(line))
    expect(await worker.exited).toBe(1)
    expect(worker.stderr()).toContain(why)
    const tasks = await Promise.all(ids.map(task))
    expect(tasks.map(({ attempts }) => attempts as number)).toEqual(ids.map((__, n) => Number(n < failures)))
  })
})

test("a task that is taken away takes its command along within seconds, however long its lease is", async () => {
  const id = await add("cancelled")
  const worker = work("--lease", "10m", ...sh(lasting))
  await until(() => worker.stdout().includes("up"))
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await call(server.url, "PATCH", `/tasks/${id}`, { status: "cancelled" })
  await until(() => worker.stderr().includes(`${id} lost: `))
  expect(isRunning()).toBe(false)
})
