import { spawnSync } from "node:child_process"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { readLock } from "../../src/storage/lock/find.ts"
import { freePort } from "../support/free-port.js"
import type { Server } from "../support/server.ts"
import { useSpace } from "../support/space.ts"
import { upnext } from "./upnext.ts"

const { atEnd, space, startServer } = useSpace()
const start = (home: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  startServer({ home, args, env })

/** The commands that the banner prints, without their explanation. A server answers before they are printed. */
async function printed(server: Server): Promise<string[]> {
  const read = () => [...server.output().matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command)
  await expect.poll(() => read().length).toBeGreaterThan(1)
  return read()
}

/** Runs a line as it was printed, in a shell without any UPNEXT_ variable. */
function type(line: string) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    encoding: "utf8",
    cwd: "/",
    env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
  })
  return { status, stdout, stderr }
}

describe("a client finds the server that runs on the same home", () => {
  test("whatever port it listens at", async () => {
    const home = await space()
    const { url, pid } = await start(home)
    const env = { UPNEXT_HOME: home }
    expect(await upnext(["task", "add", "x"], env)).toMatchObject({ status: 0, stderr: "" })
    expect((await upnext(["task", "list", "--home", home])).stdout).toContain("T-1")
    expect((await upnext(["open", "--print"], env)).stdout).toBe(`${url}/dashboard\n`)
    expect((await upnext(["status"], env)).stdout).toContain(`pid ${pid}`)
    const other = await upnext(["list", "--json"], { ...env, UPNEXT_PORT: "1" })
    expect(other).toMatchObject({ status: 0, stderr: expect.stringContaining(url) as string })
    expect(other.stderr).toMatch(/^UPNEXT_PORT=1 is for `upnext start`: /)
    const same = await upnext(["list"], { ...env, UPNEXT_PORT: new URL(url).port })
    expect(same.stderr).toBe("")
    expect((await upnext(["events", "--after", "0", "--url", "http://127.0.0.1:1"], env)).status).toBe(4)
  })

  test("also if the path of the home is too long for a socket in it", async () => {
    const home = join(await space(), "a".repeat(60), "b".repeat(60))
    await mkdir(home, { recursive: true })
    await start(home)
    expect((await upnext(["task", "add", "x"], { UPNEXT_HOME: home })).status).toBe(0)
  })

  test("but --url, UPNEXT_URL and a .upnext.json are used first", async () => {
    const home = await space()
    await start(home)
    const env = { UPNEXT_HOME: home }
    const nobody = "http://127.0.0.1:1"
    expect((await upnext(["task", "list", "--url", nobody], env)).stderr).toContain(nobody)
    expect((await upnext(["task", "list"], { ...env, UPNEXT_URL: nobody })).stderr).toContain(nobody)
    const project = await space()
    await writeFile(join(project, ".upnext.json"), JSON.stringify({ url: nobody }))
    const line = `cd ${project} && node ${join(process.cwd(), "dist/cli.cjs")} task list --home ${home}`
    expect(type(line).stderr).toContain(nobody)
  })

  test("a directory in the temporary directory that others can change names no server", async () => {
    const data = join(await space(), "a".repeat(120))
    await mkdir(data)
    const { createHash } = await import("node:crypto")
    const { realpath, rm, chmod } = await import("node:fs/promises")
    const { tmpdir } = await import("node:os")
    const name = createHash("sha256")
      .update(await realpath(data))
      .digest("hex")
      .slice(0, 16)
    const place = join(tmpdir(), `upnext-${name}`)
    await mkdir(place, { mode: 0o700 })
    atEnd(() => rm(place, { recursive: true }))
    const holder = { pid: 1, version: "1", startedAt: "now", url: "http://evil.example" }
    const server = createServer((socket) => socket.end(JSON.stringify(holder)))
    await new Promise<void>((resolve) => server.listen(join(place, "1"), resolve))
    atEnd(() => new Promise((resolve) => server.close(resolve)))
    expect((await readLock(data))?.holder).toEqual(holder)
    await chmod(place, 0o777)
    expect(await readLock(data)).toBeUndefined()
  })
})

describe("the commands that start prints work as printed, in a new shell", () => {
  test.each<[string, string[], NodeJS.ProcessEnv]>([
    ["another port and home", [], {}],
    ["beyond this machine, with a token", ["--host", "0.0.0.0", "--first-token"], {}],
    ["beyond this machine, without", ["--host", "0.0.0.0", "--no-auth"], {}],
  ])("%s", async (_, args, env) => {
    const server = await start(await space(), args, env)
    const [first = "", stop = ""] = await printed(server)
    expect(type(first)).toMatchObject({ status: 0, stdout: expect.stringContaining("Try Upnext") as string })
    expect(type(stop)).toMatchObject({ status: 0, stdout: expect.stringContaining("Stopped") as string })
    expect(await server.exited).toBe(0)
  })

  test("if the token was shown by an earlier start, it says which variable to set", async () => {
    const server = await start(await space(), ["--host", "0.0.0.0"], { UPNEXT_TOKEN: "long-enough-token" })
    const [first = ""] = await printed(server)
    expect(server.output()).toContain("with UPNEXT_TOKEN set:")
    expect(type(first).stderr).toContain("UPNEXT_TOKEN")
    expect(type(`UPNEXT_TOKEN=long-enough-token ${first}`).status).toBe(0)
  })

  test("if the port is taken, the start it proposes is for the same home, at a free port", async () => {
    const { port } = await start(await space())
    const home = await space()
    const words = ["start", "--port", String(port), "--home", home, "--no-auth", "--first-token"]
    const refused = await upnext(words)
    const other = /upnext start --port (\d+) --first-token --no-auth --home (\S+?)`/.exec(refused.stderr)
    expect(other?.[2]).toBe(home)
    await start(home, [])
    expect(await freePort()).not.toBe(Number(other?.[1]))
  })
})

describe("an invalid URL is named, and so is the place it comes from", () => {
  test.each<[string[], NodeJS.ProcessEnv, string]>([
    [["task", "list"], { UPNEXT_URL: "notaurl" }, 'UPNEXT_URL: "notaurl" is not a URL'],
    [["status"], { UPNEXT_URL: "http://" }, 'UPNEXT_URL: "http://" is not a URL'],
    [["task", "list", "--url", "notaurl"], {}, '--url: "notaurl" is not a URL'],
    [["open"], { UPNEXT_PORT: "http" }, 'UPNEXT_PORT: "http" is not a port'],
    [["open"], { UPNEXT_HOST: "a b" }, 'UPNEXT_HOST: "a b" is not an address'],
  ])("%j %j", async (args, env, message) => {
    const result = await upnext(args, env)
    expect(result.stderr).toContain(message)
    expect(result).toMatchObject({ status: 2, stdout: "" })
  })
})

test("a program that is installed in a project says in its hints how it is typed there", async () => {
  const bin = join(await space(), "node_modules/.bin")
  await mkdir(bin, { recursive: true })
  await symlink(resolve("dist/cli.cjs"), join(bin, "upnext"))
  const words = [join(bin, "upnext"), "list"]
  const init = [join(bin, "upnext"), "init", "--home", join(bin, "home")]
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_PORT: "1" }
  const run = (...more: string[]) =>
    spawnSync(process.execPath, [...words, ...more], { env, encoding: "utf8" })
  expect(run().stderr).toContain("Start the server with `npx upnext start --port 1`")
  expect(run("--url", "http://127.0.0.1:1").stderr).toContain(
    "hint  Check --url, or start the server at that address.\n",
  )
  expect(JSON.parse(run("--json").stdout)).toMatchObject({
    hint: expect.stringContaining("`npx upnext start --port 1`") as string,
  })
  expect(spawnSync(process.execPath, init, { env, encoding: "utf8" }).stdout).toContain(
    `Start the server: npx upnext start --home ${join(bin, "home")}\n`,
  )
})
