import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call } from "../support/server.ts"
import { useSpace } from "../support/space.ts"
import { upnext } from "./upnext.ts"

const { atEnd, space, startServer: start } = useSpace()

describe("init", () => {
  test("makes the home and its config, readable by the user alone, and never overwrites the config", async () => {
    const home = join(await space(), "new")
    const first = await upnext(["init", "--home", home, "--json"])
    expect(first.json()).toMatchObject({ created: [home, join(home, "config.json")], kept: [] })
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(statSync(join(home, "config.json")).mode & 0o777).toBe(0o600)
    writeFileSync(join(home, "config.json"), '{"port": 5001}')
    expect((await upnext(["init", "--home", home, "--json"])).json()).toMatchObject({ created: [] })
    expect(readFileSync(join(home, "config.json"), "utf8")).toBe('{"port": 5001}')
  })

  test("says how to start the server of this home", async () => {
    const home = join(await space(), "named")
    expect((await upnext(["init", "--home", home])).stdout).toContain(`upnext start --home ${home}\n`)
  })

  test.each(["/proc/nope", "/dev/null/x"])(
    "refuses a home that cannot be made, %s, at once",
    async (home) => {
      const result = await upnext(["init", "--home", home])
      expect(result).toMatchObject({ status: 1, stdout: "" })
      expect(result.stderr).toMatch(/^error \S+ .*\.\nhint {2}.*UPNEXT_HOME.*\n$/)
      expect(result.stderr).toContain(home)
    },
  )
})

describe("start", () => {
  test("a port held by another process: the error names the process's pid", async () => {
    const other = createServer((_, res) => res.end("hello"))
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve))
    atEnd(() => new Promise((resolve) => other.close(resolve)))
    const result = await upnext(["start", "--port", String(port), "--home", await space()])
    expect(result).toMatchObject({ status: 1, stdout: "" })
    expect(result.stderr).toContain(`Port ${port} is in use by`)
    if (process.platform === "linux") expect(result.stderr).toContain(`(pid ${process.pid})`)
    expect(result.stderr).toMatch(/--port \d+.*upnext doctor/)
  })

  test("a port held by an Upnext server: the error says so", async () => {
    const { port, pid } = await start({ home: await space() })
    const result = await upnext(["start", "--port", String(port), "--home", await space(), "--json"])
    expect(result).toMatchObject({ status: 1 })
    expect(result.json()).toMatchObject({
      code: "port_taken",
      facts: { portHolder: { kind: "upnext", pid } },
    })
  })

  test("a port that another program takes between listhen's look at it and its call is refused like any other", async () => {
    const [home, port] = [await space(), await freePort()]
    const env = { NODE_OPTIONS: "--import=./test/support/rival.js", RIVAL_PORT: `${port}` }
    for (const form of ["text", "json"]) {
      const result = await upnext(["start", "--home", home, "--port", `${port}`, "--log", form], env)
      expect(result).toMatchObject({ status: 1, stdout: "" })
      expect(result.stderr).toContain(`Port ${port} is in use by node`)
    }
  })

  test("a home in use by another server: the error names that server", async () => {
    const home = await space()
    const { pid } = await start({ home })
    const result = await upnext(["start", "--port", String(await freePort()), "--home", home])
    expect(result.status).toBe(1)
    expect(result.stderr).toContain(`(pid ${pid},`)
  })

  test("a refusal names the home in the commands of its hint, so that they act on this one", async () => {
    const home = await space()
    await start({ home })
    const locked = await upnext(["start", "--home", home, "--port", String(await freePort())])
    expect(locked.stderr).toContain(`\`upnext stop --home ${home}\``)
    const damaged = await space()
    mkdirSync(join(damaged, "data/journal"), { recursive: true })
    writeFileSync(join(damaged, "data/journal/0000000000000001.jsonl"), "garbage\n")
    const refused = await upnext(["start", "--home", damaged, "--port", String(await freePort())])
    expect(refused.stderr).toMatch(/`upnext doctor --home \S+ --port \d+` checks every line/)
    expect(refused.status).toBe(1)
  })

  test("on a public address it is refused while nobody is asked for a token", async () => {
    const [home, port] = [await space(), await freePort()]
    const words = ["start", "--home", home, "--port", String(port)]
    for (const [args, env] of [
      [["--host", "0.0.0.0"], {}],
      [[], { UPNEXT_ALLOWED_HOSTS: "board.example" }],
      [["--trust-proxy", "127.0.0.1"], {}],
    ] as const) {
      const refused = await upnext([...words, ...args], env)
      expect(refused).toMatchObject({ status: 1, stdout: "" })
      expect(refused.stderr).toMatch(/Other machines can reach this server.*\n.*`--first-token`.*`--no-auth`/)
    }
  })

  test("with --first-token it makes a token, shows it once, keeps only its hash, and requires it", async () => {
    const home = await space()
    const port = await freePort()
    const args = ["--host", "0.0.0.0", "--first-token"]
    const first = await start({ home, port, args })
    const token = /token +(\S+)/.exec(first.output())?.[1] ?? ""
    expect(token.length).toBeGreaterThan(20)
    for (const { address, family, internal } of Object.values(networkInterfaces()).flatMap(
      (each) => each ?? [],
    ))
      if (family === "IPv4" && !internal)
        expect(first.output()).toContain(`network    http://${address}:${port}/dashboard\n`)
    expect((await call(first.url, "GET", "/tasks")).status).toBe(401)
    const env = { UPNEXT_URL: first.url }
    expect((await upnext(["task", "list"], env)).stderr).toContain("UPNEXT_TOKEN")
    expect((await upnext(["task", "list"], { ...env, UPNEXT_TOKEN: token })).status).toBe(0)
    first.kill("SIGINT")
    expect(await first.exited).toBe(0)
    const kept = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(["key", "board.json"]))
    for (const { parentPath, name } of kept)
      expect(readFileSync(join(parentPath, name), "utf8"), name).not.toContain(token)
    for (const words of [args, args.slice(0, 2)]) {
      const later = await start({ home, port, args: words })
      expect(later.output()).not.toMatch(/shown only once/)
      expect((await upnext(["task", "list"], { ...env, UPNEXT_TOKEN: token })).status).toBe(0)
      later.kill("SIGINT")
      expect(await later.exited).toBe(0)
    }
  })

  test("with --no-auth it requires no token, and makes none", async () => {
    for (const more of [[], ["--first-token"]]) {
      const args = ["--host", "0.0.0.0", "--no-auth", ...more]
      const { url, output } = await start({ home: await space(), args })
      expect((await call(url, "GET", "/tasks")).status).toBe(200)
      expect(output()).not.toMatch(/token/)
    }
  })

  test.each([
    [["--prot", "1"], "Unknown flag --prot. Did you mean --port?"],
    [["--port", "99999"], "--port: expected a whole number from 1 to 65535"],
    [["extra"], "There is no command"],
  ])("%j is refused with exit status 2", async (args, message) => {
    const result = await upnext([...args, "--home", "/nonexistent/home"])
    expect(result.status).toBe(2)
    expect(result.stderr).toContain(message)
  })
})

describe("status and stop", () => {
  test("stop ends the server of the home, and says so if there is none", async () => {
    const home = await space()
    const server = await start({ home })
    const env = { UPNEXT_HOME: home, UPNEXT_PORT: String(server.port) }
    expect((await upnext(["status"], env)).stdout).toContain(`pid ${server.pid}`)
    expect((await upnext(["stop", "--json"], env)).json()).toMatchObject({ stopped: true, pid: server.pid })
    expect(await server.exited).toBe(0)
    expect((await upnext(["stop"], env)).stdout).toContain("No server is running on")
    const before = readdirSync(home, { recursive: true })
    expect((await upnext(["status"], env)).status).toBe(4)
    expect(readdirSync(home, { recursive: true })).toEqual(before)
  })
})
