import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { allowUrl } from "../support/allow-url.ts"
import { call, type Server } from "../support/server.ts"
import { stopServer, useSpace } from "../support/space.ts"
import { upnext, type Finished } from "./upnext.ts"

const { atEnd, space, startServer } = useSpace()
const start = (home: string, port?: number) => startServer({ home, ...(port !== undefined && { port }) })

const homeIdOf = async ({ url }: Server) => (await call(url, "GET", "/health")).body["homeId"] as string
const titlesOn = async ({ url }: Server) =>
  ((await call(url, "GET", "/tasks")).body["tasks"] as { title: string }[]).map(({ title }) => title)

/** Refused, with the home and the server that answers both named. */
function expectRefusal(finished: Finished, home: string, { url }: { readonly url: string }): void {
  expect(finished).toMatchObject({ status: 4, stdout: "" })
  expect(finished.stderr).toContain(home)
  expect(finished.stderr).toContain(url)
}

describe("a home has an id", () => {
  test("that it keeps over restarts, and /health tells it and not the path", async () => {
    const home = await space()
    const first = await start(home)
    const id = await homeIdOf(first)
    expect(id).toMatch(/^[\da-f]{16}$/)
    expect((await call(first.url, "GET", "/health")).text).not.toContain(home)
    await stopServer(first)
    expect(await homeIdOf(await start(home))).toBe(id)
  })

  test("another one in a copy, which is another home", async () => {
    const home = await space()
    const first = await start(home)
    const id = await homeIdOf(first)
    await stopServer(first)
    const copy = join(await space(), "copy")
    await cp(home, copy, { recursive: true, filter: (path) => !path.includes("lock") })
    const second = await homeIdOf(await start(copy))
    expect(second).toMatch(/^[\da-f]{16}$/)
    expect(second).not.toBe(id)
  })
})

describe("a client that was given a home writes to no other home's board", () => {
  test("two boards: the server of the named one is down, and the other listens where it would", async () => {
    const [x, y] = [await space(), await space()]
    await stopServer(await start(x))
    const server = await start(y)
    const env = { UPNEXT_PORT: String(server.port) }
    const ways: [string[], NodeJS.ProcessEnv][] = [
      [[], { ...env, UPNEXT_HOME: x }],
      [["--home", x], env],
    ]
    for (const [flags, variables] of ways) {
      for (const words of [
        ["add", "lost"],
        ["list"],
        ["status"],
        ["open", "--print"],
        ["events", "--after", "0"],
        ["plan", "-"],
        ["work", "--once", "--agent", "ann", "--", "true"],
      ]) {
        const [before, after] = words.includes("--") ? [words.slice(0, -2), words.slice(-2)] : [words, []]
        expectRefusal(await upnext([...before, ...flags, ...after], variables, "- [ ] lost\n"), x, server)
      }
    }
    const { code, facts } = (await upnext(["add", "lost", "--home", x, "--json"], env)).json() as {
      code: string
      facts: object
    }
    expect(code).toBe("other_home")
    expect(facts).toMatchObject({ home: x, url: server.url, serverHomeId: await homeIdOf(server) })
    expect((await upnext(["completions", "tasks"], { ...env, UPNEXT_HOME: x })).stdout).toBe("")
    expect((await upnext(["prime", "--agent", "ann"], { ...env, UPNEXT_HOME: x })).stdout).toBe("")
    expect(await titlesOn(server)).toEqual([])
  })

  test("nor does one whose home was never started, or is a copy of the other", async () => {
    const y = await space()
    const server = await start(y)
    const env = { UPNEXT_PORT: String(server.port) }
    const fresh = join(await space(), "never")
    expectRefusal(await upnext(["add", "lost", "--home", fresh], env), fresh, server)
    const configured = await space()
    await writeFile(join(configured, "config.json"), JSON.stringify({ port: server.port }))
    expectRefusal(await upnext(["add", "lost", "--home", configured]), configured, server)
    const copy = join(await space(), "copy")
    await cp(y, copy, { recursive: true, filter: (path) => !path.includes("lock") })
    expectRefusal(await upnext(["add", "lost", "--home", copy], env), copy, server)
    expect(await titlesOn(server)).toEqual([])
  })

  test("nor to a server that tells no id, as an older one", async () => {
    const x = await space()
    await stopServer(await start(x))
    const asked: string[] = []
    const older = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`)
      res.setHeader("content-type", "application/json").setHeader("upnext-seq", "1")
      res.end(JSON.stringify({ name: "upnext", status: "ok", version: "0.1.0", seq: 1, task: { id: "T-1" } }))
    })
    const url = await listen(older)
    expectRefusal(await upnext(["add", "lost", "--home", x], { UPNEXT_PORT: new URL(url).port }), x, { url })
    expect(asked.filter((each) => !each.startsWith("GET /health"))).toEqual([])
    expect(asked).not.toEqual([])
  })

  test("nor where a .upnext.json names the other", async () => {
    const [x, y] = [await space(), await space()]
    const [own, other] = [await start(x), await start(y)]
    const project = await space()
    await writeFile(join(project, ".upnext.json"), JSON.stringify({ url: other.url }))
    const env = { XDG_CONFIG_HOME: project }
    expectRefusal(await upnext(["add", "lost", "--home", x], env, "", project), x, other)
    expectRefusal(await upnext(["add", "lost"], { ...env, UPNEXT_HOME: x }, "", project), x, other)
    await allowUrl(project, other.url)
    expectRefusal(await upnext(["add", "lost", "--home", x], env, "", project), x, other)
    // An allowed file is the nearer word than a variable.
    expect((await upnext(["add", "kept"], { ...env, UPNEXT_HOME: x }, "", project)).status).toBe(0)
    await writeFile(join(project, ".upnext.json"), JSON.stringify({ url: own.url }))
    expect((await upnext(["add", "own", "--home", x], {}, "", project)).status).toBe(0)
    expect([await titlesOn(other), await titlesOn(own)]).toEqual([["kept"], ["own"]])
  })

  test("a server refuses what is meant for another home, which may have had its port before", async () => {
    const server = await start(await space())
    const id = await homeIdOf(server)
    const add = (home: string) => call(server.url, "POST", "/tasks", { title: "x" }, { "upnext-home": home })
    expect(await add("0123456789abcdef")).toMatchObject({ status: 421, body: { code: "other_home" } })
    expect(await add(id)).toMatchObject({ status: 201 })
  })

  test("a worker takes nothing from another home's server at its port, and goes on where its own is started", async () => {
    const [x, y] = [await space(), await space()]
    const first = await start(x)
    await writeFile(join(x, "status"), "0")
    await call(first.url, "POST", "/tasks", { title: "of x" })
    const command = ["sh", "-c", `exit $(cat ${x}/status)`]
    const working = upnext(["work", "--agent", "ann", "--home", x, "--", ...command])
    const until = (url: string, task: string) =>
      expect.poll(async () => (await call(url, "GET", task)).text, { timeout: 60_000 }).toContain('"done"')
    await until(first.url, "/tasks/T-1")
    await stopServer(first)
    const second = await start(y, first.port)
    await call(second.url, "POST", "/tasks", { title: "of y" })
    const again = await start(x)
    await call(again.url, "POST", "/tasks", { title: "of x too" })
    await until(again.url, "/tasks/T-2")
    expect((await call(second.url, "GET", "/tasks/T-1")).body["task"]).toMatchObject({ status: "todo" })
    // A command that cannot be run ends the worker.
    await writeFile(join(x, "status"), "127")
    await call(again.url, "POST", "/tasks", { title: "the last" })
    expect(await working).toMatchObject({ status: 1 })
  })
})

describe("what names the server, and no home", () => {
  test("--url and UPNEXT_URL mean what they say", async () => {
    const [x, y] = [await space(), await space()]
    await stopServer(await start(x))
    const server = await start(y)
    expect((await upnext(["add", "a", "--home", x, "--url", server.url])).status).toBe(0)
    expect((await upnext(["add", "b"], { UPNEXT_HOME: x, UPNEXT_URL: server.url })).status).toBe(0)
    expect(await titlesOn(server)).toHaveLength(2)
  })

  test("without a named home, a command asks what listens where the own server would", async () => {
    const server = await start(await space())
    const user = await space()
    const env = { HOME: user, UPNEXT_PORT: String(server.port) }
    expect((await upnext(["add", "a"], env)).status).toBe(0)
    await mkdir(join(user, ".upnext/data"), { recursive: true })
    expect((await upnext(["add", "b"], env)).status).toBe(0)
  })

  test("a home that is reached past its socket is known by its id", async () => {
    const x = await space()
    const server = await start(x)
    // As in a container that shares the files of a home and not the sockets in it.
    const seen = join(await space(), "seen")
    await mkdir(join(seen, "data"), { recursive: true })
    const { link } = await import("node:fs/promises")
    await link(join(x, "data/home-id"), join(seen, "data/home-id"))
    expect(await readFile(join(seen, "data/home-id"), "utf8")).toContain(await homeIdOf(server))
    const env = { UPNEXT_PORT: String(server.port) }
    expect((await upnext(["add", "a", "--home", seen], env)).status).toBe(0)
    expect(await titlesOn(server)).toEqual(["a"])
  })
})

async function listen(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  atEnd(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
