import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { toPropertyList, toUnit } from "../../src/commands/service/definition.ts"
import { ensureProgram, hasProgram, installPackage } from "../support/debian.ts"
import { temporaryHome } from "../support/server.ts"
import { upnext } from "./upnext.ts"

let space: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ home: space, remove } = await temporaryHome())
})
afterAll(() => remove())

const odd = ["/usr/bin/env", `--home=/tmp/a b%h$HOME"'\\<&>`, "--port=5000"]

test("systemd takes the unit, with every character in the words of its command", ({ skip }) => {
  if (!hasProgram("systemd-analyze") && !installPackage("systemd"))
    return skip("SKIPPED: there is no systemd-analyze")
  const file = join(space, "odd.service")
  const verify = (unit: string) => {
    writeFileSync(file, unit)
    return spawnSync("systemd-analyze", ["verify", "--user", file], {
      env: { PATH: process.env["PATH"], HOME: space, XDG_RUNTIME_DIR: space },
      encoding: "utf8",
    })
  }
  const unit = toUnit({ command: odd, log: join(space, "a b%", "server.log") })
  expect(verify(unit)).toMatchObject({ status: 0, stdout: "", stderr: "" })
  expect(unit).toContain(`ExecStart=/usr/bin/env "--home=/tmp/a b%%h$$HOME\\"'\\\\<&>" --port=5000\n`)
  expect(unit).toMatch(/^Restart=on-failure$/m)
  // What it would say of a mistake.
  expect(verify(unit.replace("RestartSec", "RestartSecs")).stderr).toContain("Unknown key")
  expect(verify(unit.replace("/usr/bin/env", "/usr/bin/nope")).status).toBe(1)
})

test("the agent of launchd is a property list with the same command", ({ skip }) => {
  if (!ensureProgram("python3")) return skip("SKIPPED: there is no python3")
  const read = "import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))"
  const input = toPropertyList({ command: odd, log: "/tmp/a & b/server.log" })
  const parsed: unknown = JSON.parse(execFileSync("python3", ["-c", read], { input, encoding: "utf8" }))
  expect(parsed).toMatchObject({
    Label: "upnext",
    ProgramArguments: odd,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    StandardOutPath: "/dev/null",
    StandardErrorPath: "/tmp/a & b/server.log",
  })
})

describe.runIf(process.platform === "linux")("on Linux", () => {
  const user = () => join(space, "user")
  const home = () => join(user(), ".upnext")
  const unit = () => join(user(), ".config", "systemd", "user", "upnext.service")
  const calls = "calls"
  let answers: string

  /** Stands in for a systemd that runs for this user: it notes what it is asked, and `is-active` answers as told. */
  beforeEach(() => {
    const bin = join(space, "bin")
    mkdirSync(bin, { recursive: true })
    mkdirSync(user(), { recursive: true })
    answers = join(space, "answer")
    writeFileSync(answers, "0")
    writeFileSync(join(space, calls), "")
    const script = `#!/bin/sh\necho "$*" >> ${join(space, calls)}\ncase "$*" in *is-active*) exit $(cat ${answers});; esac\n`
    writeFileSync(join(bin, "systemctl"), script, { mode: 0o755 })
  })

  const withSystemd = (args: readonly string[]) =>
    upnext(["service", ...args], { HOME: user(), PATH: `${join(space, "bin")}:${process.env["PATH"]}` })
  const asked = () => readFileSync(join(space, calls), "utf8").trim().split("\n")

  test("install writes one file of the user's own, with the home and the flags, and starts the service", async () => {
    const result = await withSystemd(["install", "--port", "5000", "--no-auth", "--log", "json"])
    expect(result).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(unit(), "utf8")).toContain(
      `/dist/cli.cjs start --home=${home()} --port=5000 --no-auth=true --log=json\n`,
    )
    expect(readFileSync(unit(), "utf8")).toContain(`StandardError=append:${home()}/logs/server.log\n`)
    expect(statSync(unit()).mode & 0o777).toBe(0o600)
    expect(existsSync(join(home(), "logs"))).toBe(true)
    const commands = ["show-environment", "daemon-reload", "enable upnext.service", "restart upnext.service"]
    expect(asked()).toEqual(commands.map((command) => `--user ${command}`))
  })

  test("status says whether it runs, and uninstall takes the file away and leaves the home", async () => {
    expect((await withSystemd(["install"])).status).toBe(0)
    const status = await withSystemd(["status", "--json"])
    expect(status).toMatchObject({ status: 0 })
    expect(status.json()).toEqual({ manager: "systemd", path: unit(), installed: true, running: true })
    writeFileSync(answers, "3")
    expect((await withSystemd(["status"])).status).toBe(1)
    expect((await withSystemd(["uninstall", "--json"])).json()).toEqual({ uninstalled: true, path: unit() })
    expect(asked().slice(-2)).toEqual(["--user disable --now upnext.service", "--user daemon-reload"])
    expect(existsSync(unit())).toBe(false)
    expect(existsSync(home())).toBe(true)
    expect((await withSystemd(["status"])).stdout).toContain("Not installed")
    expect((await withSystemd(["uninstall"])).stdout).toContain("There is no service")
  })

  test("--print shows the file and writes nothing", async () => {
    const elsewhere = join(space, "nobody")
    const printed = await upnext(["service", "install", "--print", "--home", "./x"], { HOME: elsewhere })
    expect(printed.status).toBe(0)
    expect(printed.stdout).toContain(`--home=${process.cwd()}/x\n`)
    expect(existsSync(elsewhere)).toBe(false)
  })

  test("of a board that is there only the server knows whether it has a token, and install says so", async () => {
    const kept = join(space, "kept")
    mkdirSync(join(kept, "data"), { recursive: true })
    const result = await withSystemd(["install", "--home", kept, "--host", "0.0.0.0"])
    expect(result).toMatchObject({ status: 0 })
    expect(result.stderr).toContain("The server serves other machines only if its board has a token")
  })

  test("without a systemd of the user it says so, and writes nothing", async () => {
    const elsewhere = join(space, "other")
    const env = {
      HOME: elsewhere,
      XDG_RUNTIME_DIR: join(space, "none"),
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/none",
    }
    const result = await upnext(["service", "install"], env)
    expect(result.status).toBe(1)
    expect(result.stderr).toMatch(/error systemd does not run for this user: .*\nhint.*upnext start --detach/)
    expect(existsSync(elsewhere)).toBe(false)
  })

  test("a file that somebody else wrote stays", async () => {
    mkdirSync(join(unit(), ".."), { recursive: true })
    writeFileSync(unit(), "[Unit]\n")
    const result = await withSystemd(["install"])
    expect(result.status).toBe(1)
    expect(result.stderr).toContain("this command did not write it")
    expect(readFileSync(unit(), "utf8")).toBe("[Unit]\n")
  })

  test.each([
    [["--host", "0.0.0.0"], "nowhere to show a new one"],
    [["--database", "postgres://ann:secret@db/x"], "contains a password"],
    [["--port", "none"], "--port must be a number"],
    [["--first-token"], "Unknown flag --first-token"],
  ])("%j is refused", async (args, words) => {
    const result = await withSystemd(["install", "--print", ...args])
    expect(result.status).toBe(2)
    expect(result.stderr).toContain(words)
    expect(result.stderr).not.toContain("secret")
  })
})
