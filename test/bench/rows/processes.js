/** Whole processes of the command line, each in a clean environment. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { get } from "node:http"
import * as module from "node:module"
import { join } from "node:path"
import { past } from "../boards.js"
import { until } from "../compare.js"
import { freePort } from "../../support/free-port.js"
import { cleanEnvironment, space } from "../programs.js"

/** The ms that a process of Node takes. */
export function timed(args, expected = 0) {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env: cleanEnvironment })
  if (status !== expected) throw new Error(String(stderr))
  return performance.now() - began
}

/** Resolves with whether the server answers, and can write. */
const isHealthy = (port) =>
  new Promise((resolve) =>
    get({ port, host: "127.0.0.1", path: "/health", agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200))
    }).once("error", () => resolve(false)),
  )

/** Whether this Node keeps what it compiled. A process writes it when it ends, so all but the first one start with it. */
const keepsCode = "enableCompileCache" in module

/** The ms from the start of the server in a home to its first answer. */
export async function timeToHealth(home) {
  const args = ["dist/cli.cjs", "start", "--home", home, "--port"]
  const port = await freePort()
  const began = performance.now()
  const stdio = ["ignore", "ignore", "pipe"]
  const server = spawn(process.execPath, [...args, String(port)], { env: cleanEnvironment, stdio })
  let said = ""
  server.stderr.on("data", (text) => (said += text))
  while (!(await isHealthy(port))) {
    if (server.exitCode !== null) throw new Error(`the server ended at once: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const took = performance.now() - began
  server.kill("SIGTERM")
  await once(server, "exit")
  return took
}

const bareNode = () => timed(["-e", "0"])

/** The kB of code that a server has loaded when it ends, having answered what it was asked. */
async function loadedBy(home) {
  const port = await freePort()
  const server = spawn(
    process.execPath,
    ["--require", "./test/bench/loaded.cjs", "dist/cli.cjs", "start", "--home", home, "--port", String(port)],
    { env: cleanEnvironment, stdio: ["ignore", "pipe", "ignore"] },
  )
  let said = ""
  server.stdout.on("data", (text) => (said += text))
  await until(() => isHealthy(port), "the server does not answer")
  await fetch(`http://127.0.0.1:${port}/tasks/next`)
  server.kill("SIGTERM")
  await once(server, "close")
  return Number(/\d+$/.exec(said)) / 1000
}

export const rows = [
  {
    what: "`upnext --version`, whole process : `node -e 0`",
    unit: "ms",
    gate: "≤ 1.5",
    aim: 1.2,
    before: "1.36",
    ours: () => timed(["dist/cli.cjs", "--version"]),
    theirs: bareNode,
  },
  {
    what: "`upnext next`, whole process : `node -e 0`",
    unit: "ms",
    gate: keepsCode ? "≤ 1.8" : "≤ 2.2",
    aim: 1.4,
    before: "1.75",
    async ours() {
      const { few } = await past()
      const ask = ["dist/cli.cjs", "task", "next", "--agent", "a0", "--url", `http://127.0.0.1:${few}`]
      return timed(ask)
    },
    theirs: bareNode,
  },
  {
    what: "`upnext prime` without a server, whole process : `node -e 0`",
    unit: "ms",
    gate: "≤ 4",
    // Nothing listens at port 1, so this is what a hook costs an agent whose server is down.
    ours: () => timed(["dist/cli.cjs", "prime", "--agent", "a0", "--url", "http://127.0.0.1:1"]),
    theirs: bareNode,
  },
  {
    what: "`upnext start` to the first answer of /health, empty board : `node -e 0`",
    unit: "ms",
    gate: keepsCode ? "≤ 4" : "≤ 5.5",
    aim: 3,
    before: "5.0",
    ours: () => timeToHealth(mkdtempSync(join(space, "home-"))),
    theirs: bareNode,
  },
  {
    what: "`upnext start` on a port that is taken : `node -e 0`",
    unit: "ms",
    gate: keepsCode ? "≤ 8" : "≤ 10",
    async ours() {
      const { few } = await past()
      const taken = ["dist/cli.cjs", "start", "--port", String(few), "--home", join(space, "second")]
      return timed(taken, 1)
    },
    theirs: bareNode,
  },
  {
    what: "what a server loads that has answered a request",
    unit: "kB",
    gate: "≤ 650",
    aim: 450,
    before: "–",
    slices: 1,
    ours: () => loadedBy(mkdtempSync(join(space, "home-"))),
  },
]
