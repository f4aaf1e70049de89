import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import { expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call, startServer } from "../support/server.ts"
import { useSpace } from "../support/space.ts"
import { upnext } from "../commands/upnext.ts"
import { examine, useHome } from "./examine.ts"

const { atEnd, space } = useSpace()
const used = () => useHome(space)

test("a home that is not there yet is well", async () => {
  const home = join(await space(), "none")
  mkdirSync(home)
  const { ok, found } = await examine(home)
  expect(ok).toBe(true)
  expect(Object.keys(found)).toEqual([
    ...[
      "node",
      "config",
      "home",
      "disk",
      "lock",
      "journal",
      "checkpoint",
      "clock",
      "port",
      "server",
      "client",
    ],
  ])
})

test("a home in use is well, with the server up and down", async () => {
  const { home } = await used()
  expect(await examine(home)).toMatchObject({
    ok: true,
    found: { journal: { status: "ok" }, lock: { status: "ok" } },
  })
  const server = await startServer({ home })
  const { ok, found } = await examine(home, server.port)
  server.kill("SIGTERM")
  await server.exited
  expect(ok).toBe(true)
  expect(found["lock"]?.detail).toContain(`pid ${server.pid}`)
  expect(found["port"]?.detail).toContain("the server of this data directory")
  expect(found["server"]?.detail).toContain("is well")
})

test("a damaged journal is named with file, line and byte", async () => {
  const { home, segment } = await used()
  const text = readFileSync(segment, "utf8")
  writeFileSync(segment, text.replace('"two"', '"twa"'))
  const { ok, found } = await examine(home)
  expect(ok).toBe(false)
  expect(found["journal"]).toMatchObject({ status: "fail" })
  expect(found["journal"]?.detail).toMatch(/\.jsonl: line \d+, byte \d+/)
})

test("a damaged checkpoint costs time only", async () => {
  const { home } = await used()
  const path = join(home, "data", "board.json")
  writeFileSync(path, readFileSync(path, "utf8").replace("three", "thrae"))
  expect(await examine(home)).toMatchObject({ ok: true, found: { checkpoint: { status: "warn" } } })
})

test("a checkpoint of an older version is not called damaged: the next start makes it anew", async () => {
  const { home } = await used()
  const path = join(home, "data", "board.json")
  writeFileSync(path, readFileSync(path, "utf8").replace(/"version": ?\d+/, '"version":1'))
  const { ok, found } = await examine(home)
  expect(ok).toBe(true)
  expect(found["checkpoint"]?.detail).toMatch(/cannot be used: an older Upnext wrote it\. Nothing is lost/)
})

test("a torn last line needs no hand", async () => {
  const { home, segment } = await used()
  appendFileSync(segment, '{"seq":')
  const { found } = await examine(home)
  expect(found["journal"]?.status).toBe("warn")
})

test("a port that is another's fails, and names who has it", async () => {
  const other = createServer((_, res) => res.end("hello"))
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve))
  atEnd(() => new Promise((resolve) => other.close(resolve)))
  const { ok, found } = await examine(await space(), port)
  expect(ok).toBe(false)
  expect(found["port"]?.detail).toContain(`${port} is in use by`)
})

test("a free port is named, and where the server of the home is instead", async () => {
  const home = await space()
  const server = await startServer({ home })
  atEnd(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  const port = await freePort()
  const { found } = await examine(home, port)
  expect(found["port"]).toMatchObject({
    status: "ok",
    detail: `${port} is free; the server of this data directory is at ${server.url}`,
  })
})

test("a bad config fails with its own words, and the rest is still looked at", async () => {
  const home = await space()
  writeFileSync(join(home, "config.json"), '{"prot": 1}')
  const { ok, found } = await examine(home)
  expect(ok).toBe(false)
  expect(found["config"]?.detail).toContain("Did you mean port?")
  expect(found["journal"]?.status).toBe("ok")
})

test("a home that others can read is warned of", async () => {
  const home = await space()
  chmodSync(home, 0o755)
  expect((await examine(home)).found["home"]).toMatchObject({ status: "warn", hint: `chmod 700 ${home}` })
})

test("a home that is a file is one finding, and what rests on it is skipped and says so", async () => {
  const path = join(await space(), "file")
  writeFileSync(path, "")
  const port = await freePort()
  const result = await upnext(["doctor", "--json", "--home", path, "--port", String(port)])
  expect(result.status).toBe(1)
  const { checks } = result.json() as { checks: { name: string; status: string; detail: string }[] }
  expect(checks.filter(({ status }) => status === "fail")).toEqual([
    expect.objectContaining({ name: "home", detail: `${path} is not a directory.` }),
  ])
  const skipped = checks.filter(({ status }) => status === "skipped")
  expect(skipped.map(({ name }) => name)).toEqual([
    "disk",
    "lock",
    "journal",
    "checkpoint",
    "files",
    "key",
    "clock",
    "server",
    "client",
  ])
  for (const { detail } of skipped) expect(detail).toContain("skipped: this check needs")
})

test("hints name the port and the home that were asked for, and work as they are printed", async () => {
  const other = createServer((_, res) => res.end("hello"))
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve))
  atEnd(() => new Promise((resolve) => other.close(resolve)))
  const home = await space()
  const asked = ["--home", home, "--port", String(port)]
  // Another test may take the port that the hint names, before the server does.
  for (let isUp = false; !isUp;) {
    const { start, next } = await hintOfPort(asked)
    expect(Number(next)).toBeGreaterThan(port)
    expect(start).toContain(`--home ${home}`)
    const child = spawn("sh", ["-c", `exec ${start}`], { stdio: ["ignore", "pipe", "pipe"] })
    const exited = new Promise<boolean>((resolve) => child.once("exit", () => resolve(false)))
    atEnd(() => {
      child.kill("SIGTERM")
      return exited
    })
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
    isUp = await Promise.race([
      exited,
      new Promise<boolean>((up) => child.stdout.once("data", () => up(true))),
    ])
    if (!isUp) expect(said).toMatch(/is taken/)
    else expect((await call(`http://127.0.0.1:${next}`, "GET", "/health")).body["status"]).toBe("ok")
  }
})

async function hintOfPort(asked: string[]): Promise<{ start: string; next: string }> {
  const { checks } = (await upnext(["doctor", "--json", ...asked])).json() as {
    checks: { name: string; hint?: string }[]
  }
  const hint = checks.find(({ name }) => name === "port")?.hint ?? ""
  const [, start = "", next = ""] = /`(.* start .*--port (\d+).*)`/.exec(hint) ?? []
  return { start, next }
}

test("a client that would ask another server than that of this home is reported", async () => {
  const home = await space()
  const server = await startServer({ home })
  atEnd(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  const env = { UPNEXT_HOME: home, UPNEXT_PORT: String(server.port) }
  const well = await upnext(["doctor"], env)
  expect(well.stdout).toContain(
    `commands typed here reach the server of this data directory, at ${server.url}`,
  )
  expect(well.stdout).toContain("All is well.")
  const astray = await upnext(["doctor"], { ...env, UPNEXT_URL: "http://127.0.0.1:9" })
  expect(astray.stdout).toContain(
    `commands typed here go to http://127.0.0.1:9 (from UPNEXT_URL), not to the server of this data directory at ${server.url}.`,
  )
  expect(astray.stdout).toContain("unset UPNEXT_URL")
  expect(astray.stdout).not.toContain("All is well")
  const same = await upnext(["doctor"], { ...env, UPNEXT_URL: `http://localhost:${server.port}` })
  expect(same.stdout).toContain("All is well.")
})
