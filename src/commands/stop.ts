import { setTimeout as sleep } from "node:timers/promises"
import { fail } from "../errors.ts"
import { ownHome } from "../machine/own-home.ts"
import { isThere } from "../machine/process-mark.ts"
import { portOf } from "../home/url.ts"
import type { RunningServer } from "../home/running.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { print, printJson, style } from "../terminal/output.ts"
import { homeArgument } from "../terminal/typed.ts"

/** As long as a server may take to finish what is in flight and to write its checkpoint, in ms. */
const patienceMs = 30_000

/** How long a busy server may take to say which process it is, in ms. */
const answerMs = 3_000

export default define({
  name: "stop",
  summary: "Stop the server that uses this data directory",
  flags: {
    home: homeFlag,
    port: { kind: "number", description: "the server's port, if several servers use this data directory" },
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [["stop", "the server finishes current requests, then stops"]],
  async run({ flags }) {
    const home = ownHome(flags, process.env)
    const { findAllRunning } = await import("../home/running.ts")
    const answerBy = performance.now() + answerMs
    let found = await findAllRunning(home)
    while (found.some(({ holder }) => !holder) && performance.now() < answerBy)
      found = await findAllRunning(home)
    const running =
      flags.port === undefined ? found : found.filter(({ holder }) => ownPort(holder) === flags.port)
    const [first] = running
    if (!first) {
      const at = typeof flags.port === "number" ? ` at port ${flags.port}` : ""
      if (flags.json === true) printJson({ stopped: false, home })
      else print(`No server is running on ${home}${at}.`)
      return 0
    }
    if (running.length > 1) failSeveral(home, running)
    // The lock's socket has just answered, so this pid is the server's, if the server runs on this system.
    const { holder } = first
    if (!holder) failSilent(home, first)
    const isThereStill = async () =>
      (await findAllRunning(home)).some((each) => each.holder?.pid === holder.pid)
    const isOther = await isElsewhere(holder)
    // Somebody else may have stopped it in the meantime. Then this only waits.
    if (isOther && (await isThereStill())) failElsewhere(holder)
    if (!isOther) endProcess(holder.pid)
    const end = performance.now() + patienceMs
    while (await isThereStill()) {
      if (performance.now() > end) failStaying(holder.pid)
      await sleep(50)
    }
    if (flags.json === true) printJson({ stopped: true, home, pid: holder.pid })
    else print(`${style.green("✓")} Stopped (pid ${holder.pid}).`)
    return 0
  },
})

// --- internal ---

function ownPort(holder: RunningServer["holder"]): number | undefined {
  return holder?.url === undefined ? undefined : portOf(holder.url)
}

function failSilent(home: string, { noted }: RunningServer): never {
  const who = noted ? ` at ${noted.url ?? "an unknown address"} (pid ${noted.pid})` : ""
  fail("unreachable", {
    detail: `The server for ${home}${who} is not responding.`,
    facts: { home, ...(noted && { server: noted, isSilent: true }) },
  })
}

function failSeveral(home: string, running: readonly RunningServer[]): never {
  const urls = running.map(({ holder }) => holder?.url ?? "one that does not answer")
  fail("invalid_input", {
    detail: `Several servers are running on ${home}: ${urls.join(", ")}.`,
    hint: `Choose one: \`upnext stop --port ${ownPort(running[0]?.holder) ?? "<port>"}${homeArgument(home)}\`.`,
  })
}

/** In another container, the same pid is another process. */
async function isElsewhere({ pid, url }: { pid: number; url?: string }): Promise<boolean> {
  const { findListener } = await import("../home/listener.ts")
  const listener = url === undefined ? undefined : await findListener(portOf(url))
  return !isThere(pid) || (listener !== undefined && listener.pid !== pid)
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGTERM")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function failElsewhere({ pid, url }: { pid: number; url?: string }): never {
  fail("unavailable", {
    detail: `The server at ${url ?? "this data directory"} (pid ${pid} on its own machine) cannot be stopped from here.`,
    hint: "Stop it where it was started: in its container, or as its user.",
  })
}

function failStaying(pid: number): never {
  fail("unavailable", {
    detail: `The server (pid ${pid}) was asked to stop, but is still running.`,
    hint: `Check what the server is doing, or end it: kill -9 ${pid}. Acknowledged changes are on disk.`,
  })
}
