import { spawnSync } from "node:child_process"
import { rm, writeFile } from "node:fs/promises"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { startServer, temporaryHome, type Server } from "../support/server.ts"
import { upnext } from "./upnext.ts"

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function start(): Promise<Server> {
  const { home } = await temporaryHome()
  endings.push(() => rm(home, { recursive: true, force: true }))
  const server = await startServer({ home })
  endings.push(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  return server
}

/** Runs a command in a shell, from another directory and without any UPNEXT_ variable. */
function type(line: string) {
  const name = `upnext() { '${process.execPath}' '${join(process.cwd(), "dist/cli.cjs")}' "$@"; }`
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" }
  return spawnSync("sh", ["-c", `${name}; ${line}`], { encoding: "utf8", cwd: "/", env })
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, line = ""]) => line)

test("`upnext` typed twice says how the running server is, and where its page is", async () => {
  const { home, url } = await start()
  for (const line of [[], ["--home", home], [`--home=${home}`]]) {
    const { status, stdout, stderr } = await upnext(line, { UPNEXT_HOME: home })
    expect({ status, stderr }, line.join(" ")).toEqual({ status: 0, stderr: "" })
    expect(stdout).toContain(`server   ${url}  ok\npage     ${url}/dashboard\n`)
    expect(stdout).toContain(`home     ${home}  pid `)
  }
})

test("`upnext start` typed twice says that it runs already, where, and how to open and stop it", async () => {
  const { home, url, port, pid, exited } = await start()
  for (const flags of [["--port", String(port)], ["--port", String(await freePort())], []]) {
    const { status, stdout, stderr } = await upnext(["start", ...flags, "--home", home])
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" })
    expect(stderr).toContain(`Upnext is already running on ${home}, at ${url} (pid ${pid},`)
    expect(stderr).not.toMatch(/--port/)
  }
  const [open = "", stop = ""] = quoted((await upnext(["start"], { UPNEXT_HOME: home })).stderr)
  expect(type(`${open} --print`)).toMatchObject({ status: 0, stdout: `${url}/dashboard\n` })
  expect(type(stop).status).toBe(0)
  expect(await exited).toBe(0)
})

test.each(["192.0.2.1", "198.51.100.7"])(
  "--host %s, which is no address of this machine, is reported as such",
  async (host) => {
    const { home } = await temporaryHome()
    endings.push(() => rm(home, { recursive: true, force: true }))
    const port = String(await freePort())
    const { status, stderr } = await upnext(["start", "--home", home, "--host", host, "--port", port])
    expect(status).toBe(1)
    expect(stderr).toContain(`${host} is not an address of this machine.`)
    expect(stderr).not.toMatch(/held by|EADDR/)
    const doctor = await upnext(["doctor", "--home", home, "--host", host, "--port", port])
    expect(doctor.stdout).toContain(`${host} is not an address of this machine.`)
  },
)

test("a port whose holder hangs up at once is named as taken", async () => {
  const { home } = await temporaryHome()
  endings.push(() => rm(home, { recursive: true, force: true }))
  const holder = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve))
  endings.push(() => new Promise((resolve) => holder.close(resolve)))
  const port = String((holder.address() as AddressInfo).port)
  const { status, stderr } = await upnext(["start", "--home", home, "--port", port])
  expect({ status, stderr }).toMatchObject({ status: 1 })
  expect(stderr).toContain(`Port ${port} is in use by`)
})

test("a command that waits for what never comes says so, and does not end with 0", async () => {
  const { home } = await temporaryHome()
  endings.push(() => rm(home, { recursive: true, force: true }))
  const preload = join(home, "no-net.cjs")
  await writeFile(preload, "require('node:net').connect = () => ({ once() {}, destroy() {} })\n")
  const env = { NODE_OPTIONS: `--require ${preload}` }
  const { status, stderr } = await upnext(["start", "--home", join(home, "board"), "--port", "1024"], env)
  expect({ status, stderr }).toMatchObject({ status: 1 })
  expect(stderr).toContain("stopped before it had finished")
})
