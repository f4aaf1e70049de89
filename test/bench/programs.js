/** The programs that a benchmark starts, each in a process of its own. `endAll` ends and removes all of it. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A directory of this run. */
export const space = mkdtempSync(join(tmpdir(), "upnext-bench-"))
const here = new URL(".", import.meta.url).pathname
const children = new Set()
/** The process behind each port. */
const byPort = new Map()

/** A variable such as NODE_EXTRA_CA_CERTS doubles the time of `node -e 0`, and would flatter every ratio to it. */
const { PATH, HOME } = process.env
export const cleanEnvironment = { PATH, HOME }

export function start(program, ...args) {
  return startWith({}, program, ...args)
}

/** @param options `env` is added to the clean environment, `execArgv` are options of Node. */
export function startWith({ env, execArgv = [] }, program, ...args) {
  const stdio = ["ignore", "ignore", "inherit", "ipc"]
  const child = fork(join(here, program), args, { stdio, execArgv, env: { ...cleanEnvironment, ...env } })
  children.add(child)
  child.once("exit", () => children.delete(child))
  return child
}

/** The port that a program listens on. */
export async function portOf(child) {
  const port = await tell(child)
  byPort.set(port, child)
  return port
}

/** Takes care of a program that listens on a port. */
export function adopt(port, child) {
  children.add(child)
  child.once("exit", () => children.delete(child))
  byPort.set(port, child)
}

/** The servers that run now, by port. */
export const running = () => [...byPort].filter(([, child]) => children.has(child) && child.connected)

export const childAt = (port) => byPort.get(port)

/** Sends a program a message, if there is one. Resolves with the next one that it sends. */
export function tell(child, message) {
  if (message !== undefined) child.send(message)
  return new Promise((resolve, reject) => {
    const left = (code) => reject(new Error(`a program of the benchmark ended with ${code}`))
    child.once("exit", left)
    child.once("message", (answer) => {
      child.off("exit", left)
      resolve(answer)
    })
  })
}

export async function kill(child, signal = "SIGKILL") {
  child.kill(signal)
  await once(child, "exit")
}

/** Starts a server on a home, a new one unless it is given. */
export async function startUpnext(home = mkdtempSync(join(space, "home-"))) {
  return portOf(start("upnext-server.js", home))
}

/** Starts a server on a home whose board asks for a token. @returns its port, and the token */
export async function startAsking(home) {
  const child = startWith({ env: { UPNEXT_BENCH_TOKEN: "1" } }, "upnext-server.js", home)
  return { port: await portOf(child), token: await tell(child, "token") }
}

/** Ends all servers. The load goes on. */
export function endServers() {
  for (const child of children) if (child !== load) child.kill("SIGKILL")
}

let load

/** Puts a load on a server, as `load.js` says. @returns what it measured */
export function runLoad(round) {
  load ??= start("load.js")
  return tell(load, round)
}

export function endAll() {
  for (const child of children) child.kill("SIGKILL")
  rmSync(space, { recursive: true, force: true })
}
