import { spawn } from "node:child_process"
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call, temporaryHome } from "../support/server.ts"
import { upnext, type Finished } from "./upnext.ts"

async function space(): Promise<string> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  return home
}

describe("a server in the background", () => {
  let home: string
  let port: number
  let first: Finished
  const log = () => readFileSync(join(home, "logs", "server.log"), "utf8")

  beforeAll(async () => {
    home = (await temporaryHome()).home
    port = await freePort()
    first = await upnext(["start", "--detach", "--host", "0.0.0.0", "--first-token", "--json"], {
      UPNEXT_HOME: home,
      UPNEXT_PORT: String(port),
    })
  })
  afterAll(() => upnext(["stop", "--home", home]))

  test("`start --detach` returns once it answers, and says where it is and where its log is", async () => {
    expect(first).toMatchObject({ status: 0, stderr: "" })
    const { url, pid } = first.json()
    expect(first.json()).toMatchObject({ home, log: join(home, "logs", "server.log") })
    expect((await call(`http://127.0.0.1:${port}`, "GET", "/health")).status).toBe(200)
    expect(url).toContain(String(port))
    if (process.platform !== "linux") return
    const [, , , session] =
      readFileSync(`/proc/${String(pid)}/stat`, "utf8")
        .split(") ")[1]
        ?.split(" ") ?? []
    expect(Number(session), "it leads a session of its own, so closing the terminal does not end it").toBe(
      pid,
    )
  })

  test("it shows the token that it made, and its log does not hold it", () => {
    const token = String(first.json()["token"])
    expect(token.length).toBeGreaterThan(20)
    expect(log()).toContain("Upnext is listening at")
    expect(log()).not.toContain(token)
  })

  test("a second one is refused as `start` refuses, and the log of the first says nothing of it", async () => {
    const before = log()
    const again = ["start", "--home", home, "--port", String(port), "--host", "0.0.0.0"]
    const [alone, detached] = [await upnext(again), await upnext([...again, "--detach"])]
    expect(detached).toMatchObject({ status: 1, stdout: "", stderr: alone.stderr })
    expect(detached.stderr).toContain(
      `Upnext is already running on ${home}, at http://127.0.0.1:${port} (pid `,
    )
    const elsewhere = await upnext([
      "start",
      "--home",
      home,
      "--port",
      `${await freePort()}`,
      "--detach",
      "--json",
    ])
    expect(elsewhere.json()).toMatchObject({ code: "home_locked" })
    expect(elsewhere.status).toBe(1)
    expect(log()).toBe(before)
  })

  test("`logs` prints its last lines, and `--follow` what comes", async () => {
    const lines = log().trimEnd().split("\n")
    expect((await upnext(["logs"], { UPNEXT_HOME: home })).stdout).toBe(`${lines.join("\n")}\n`)
    expect((await upnext(["logs", "--lines", "1", "--home", home])).stdout).toBe(`${lines.at(-1)}\n`)
    const child = spawn(process.execPath, ["dist/cli.cjs", "logs", "-f", "-n", "1", "--home", home], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    let shown = ""
    child.stdout.on("data", (part: Buffer) => (shown += part.toString()))
    await expect.poll(() => shown, { timeout: 60_000 }).toBe(`${lines.at(-1)}\n`)
    appendFileSync(join(home, "logs", "server.log"), "one more \u001b]0;title\u0007line\n")
    await expect.poll(() => shown, { timeout: 60_000 }).toBe(`${lines.at(-1)}\none more line\n`)
  })

  test("`stop` ends it", async () => {
    const { pid } = first.json()
    expect((await upnext(["stop", "--home", home, "--json"])).json()).toMatchObject({ stopped: true, pid })
    expect(log().trimEnd().split("\n").at(-1)).toMatch(/ \[info\] The server has stopped\.$/)
  })
})

test("a server that crashes before it answers: the command says so, and the log has what Node wrote", async () => {
  const home = await space()
  const crash = join(home, "crash.cjs")
  writeFileSync(crash, 'if (process.argv.includes("--json")) throw new Error("no such luck")')
  const args = ["start", "-d", "--home", home, "--port", String(await freePort())]
  const result = await upnext(args, { NODE_OPTIONS: `--require ${crash}` })
  expect(result).toMatchObject({ status: 1, stdout: "" })
  expect(result.stderr).toMatch(
    /exited before it responded \(status 1\): Error: no such luck\nhint.*upnext logs/,
  )
  expect((await upnext(["logs", "--home", home])).stdout).toMatch(/Error: no such luck\n +at /)
})

test("a wrong setting refuses a start in the background in the words of `start`", async () => {
  const home = await space()
  writeFileSync(join(home, "config.json"), '{"port": "none"}')
  const result = await upnext(["start", "--background", "--home", home])
  expect(result.status).toBe(2)
  expect(result.stderr).toContain("config.json: port: expected a whole number")
})

test("`logs` says where it looked when there is no log", async () => {
  const home = await space()
  const result = await upnext(["logs", "--home", home])
  expect(result.status).toBe(1)
  expect(result.stderr).toContain(join(home, "logs", "server.log"))
  expect((await upnext(["logs", "--lines", "-1", "--home", home])).status).toBe(2)
})
