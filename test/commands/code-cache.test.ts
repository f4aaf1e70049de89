import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { freePort } from "../support/free-port.ts"

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "upnext-code-"))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const code = () => join(home, ".cache/upnext/code")
const kept = () =>
  existsSync(code())
    ? readdirSync(code(), { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"))
    : []
const fileOf = (name: string) => join(code(), kept().find((each) => each.endsWith(`/${name}`)) ?? "none")

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, ["dist/cli.cjs", ...args], {
    encoding: "utf8",
    env: { HOME: home, ...env },
  })
}

test("what a command compiled is kept for its user alone, once, and used by the next call", () => {
  expect(run(["task", "list", "--help"]).status).toBe(0)
  const file = fileOf("list")
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700)

  const old = new Date("2026-01-01")
  utimesSync(file, old, old)
  expect(run(["task", "list", "--help"]).stdout).toContain("upnext task list")
  expect(statSync(file).mtime).toEqual(old)
  expect(run(["--version"]).status).toBe(0)
  expect(
    kept()
      .map((name) => name.replace(/.*\//, ""))
      .sort(),
  ).toEqual(["--version", "list"])
})

test.each([
  ["cut off", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 1000))],
  ["not ours", (file: string) => writeFileSync(file, "no code")],
  ["open to others", (file: string) => chmodSync(file, 0o666)],
])("code that is %s is not run, and is compiled anew", (_, spoil) => {
  run(["--version"])
  const file = fileOf("--version")
  const size = statSync(file).size
  spoil(file)
  const { stdout, stderr } = run(["--version"])
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" })
  expect([statSync(file).mode & 0o777, Math.abs(statSync(file).size - size) < 5000]).toEqual([0o600, true])
})

test("a user without a place to keep code, or who wants none, has the same commands", () => {
  writeFileSync(join(home, ".cache"), "a file")
  const absent = join(home, "absent")
  for (const env of [
    {},
    { HOME: "" },
    { HOME: absent },
    { XDG_CACHE_HOME: "relative" },
    { XDG_CACHE_HOME: join(home, "unwanted"), NODE_DISABLE_COMPILE_CACHE: "1" },
  ]) {
    const { stdout, stderr } = run(["--version"], env)
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d/), stderr: "" })
  }
  expect(run(["--version"], { XDG_CACHE_HOME: join(home, "other") }).status).toBe(0)
  expect(readdirSync(home).sort()).toEqual([".cache", "other"])
})

test("what is no command, or runs the server, leaves nothing behind, and of old builds three stay", () => {
  for (let i = 0; i < 6; i += 1) {
    const path = join(code(), `old-${i}`)
    mkdirSync(path, { recursive: true })
    utimesSync(path, 1000 + i, 1000 + i)
  }
  expect(run(["secret"]).status).toBe(2)
  expect(run(["init", "--home", join(home, "board")]).status).toBe(0)
  expect(kept()).toEqual([])
  run(["--version"])
  expect(
    readdirSync(code())
      .filter((name) => name.startsWith("old"))
      .sort(),
  ).toEqual(["old-3", "old-4", "old-5"])
})

test("a server keeps what it compiled for its start, for its user alone", async () => {
  const port = String(await freePort())
  const args = ["dist/cli.cjs", "start", "--port", port, "--home", join(home, "board")]
  const server = spawn(process.execPath, args, { env: { HOME: home }, stdio: "ignore" })
  onTestFinished(() => void server.kill("SIGKILL"))
  await vi.waitFor(
    () =>
      expect(
        kept()
          .map((name) => basename(name))
          .sort(),
      ).toEqual(["server-start", "start"]),
    10_000,
  )
  const file = fileOf("server-start")
  const { size, mode } = statSync(file)
  expect(size).toBeGreaterThan(300_000)
  expect(mode & 0o777).toBe(0o600)
  server.kill("SIGTERM")
  await once(server, "exit")
})
