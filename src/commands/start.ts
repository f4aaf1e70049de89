import { existsSync } from "node:fs"
import type { Config } from "../config/config.ts"
import { withoutPassword } from "../storage/database-url.ts"
import { fail, UpnextError } from "../errors.ts"
import type { ServerLogger } from "../server-log/logger.ts"
import { define } from "../terminal/define.ts"
import { hintOf } from "../terminal/hints.ts"
import { note, print, printJson } from "../terminal/output.ts"
import type { Upnext } from "../upnext.ts"
import { version } from "../version.ts"
import { banner } from "./start/banner.ts"
import type { Started } from "./start/detach.ts"
import { startFlags } from "./start/flags.ts"
import { hidePasswords } from "./start/hide-passwords.ts"
import { requirePort, requireStopped } from "./start/required.ts"
import { exitOf, report } from "../terminal/report.ts"

export default define({
  name: "start",
  summary: "Start the server, as `upnext` alone does; `start T-1` claims T-1",
  flags: startFlags,
  examples: [
    ["start", "on http://127.0.0.1:4445, for this machine only"],
    ["start --detach --open", "in the background, until `upnext stop`, with the dashboard in the browser"],
    ["start --port 5000 --home ./work", "another port and directory"],
    ["start --host 0.0.0.0 --first-token", "for the network: creates a token and shows it once"],
    [
      "start --database postgres://upnext@db/upnext",
      "one of several servers on a database; PGPASSWORD holds the password",
    ],
  ],
  async run({ flags }) {
    hidePasswords([flags.database, flags["database-direct"]])
    const parts = await import("./server-parts.ts")
    const { loadConfig } = await parts.config()
    const config = await loadConfig({
      flags: { ...flags, ...(flags["no-auth"] === true && { auth: false }) },
      env: process.env,
    })
    if (flags.reconfigure === true && config.database === undefined) failReconfigure()
    if (flags.detach === true) {
      // Asked here, because the other process would tell its refusal to the log, which may be that of a running server.
      await requireStopped(config)
      await requirePort(config, flags)
      const { startDetached } = await import("./start/detach.ts")
      return tell(await startDetached(config, flags), config, flags)
    }
    const { createServerLogger } = await parts.logger()
    const logger = await createServerLogger(config.home, config.log ?? "text")
    endOnUncaught(logger, config, flags)
    let server: Upnext
    try {
      server = await begin(config, flags, logger)
    } catch (error) {
      if (!logger.takesRefusals || !(error instanceof UpnextError)) throw error
      const { code, message, facts } = error
      const hint = hintOf(error)
      logger.error(`${message.replace(/[^.]$/, "$&.")} ${hint}`, { code, facts })
      if (flags.json === true) throw error
      return exitOf(error)
    }
    // Its threads start later, and none can where the working directory was removed meanwhile.
    if (existsSync(config.home)) process.chdir(config.home)
    const stopped = stopOnSignal(() => server.close())
    const started = toStarted(server, config)
    const { token: _, ...fields } = started
    logger.info(`Upnext is listening at ${server.url} (pid ${process.pid}).`, { ...fields, version })
    await tell(started, config, flags)
    await stopped
    logger.info("The server has stopped.")
    process.exit(0)
  },
})

// --- internal ---

async function begin(
  config: Config,
  flags: Readonly<Record<string, unknown>>,
  logger: ServerLogger,
): Promise<Upnext> {
  await requireStopped(config)
  // Checked before the board is read, so that a taken port is reported quickly.
  await requirePort(config, flags)
  const { newHome, upnext } = await import("./server-parts.ts")
  const [{ settleNewHome }, { createUpnext }] = [await newHome(), await upnext()]
  const [reconfigure, firstToken] = [flags.reconfigure === true, flags["first-token"] === true]
  return createUpnext({ ...(await settleNewHome(config)), reconfigure, firstToken, logger })
}

function toStarted({ url, dashboardUrl, networkUrls, token, asksForToken }: Upnext, config: Config): Started {
  const { home, database, board = "main" } = config
  return {
    url,
    dashboardUrl,
    ...(networkUrls.length > 0 && { networkUrls }),
    home,
    ...(database !== undefined && { database: withoutPassword(database), board }),
    pid: process.pid,
    asksForToken,
    ...(token !== undefined && { token }),
  }
}

async function tell(
  started: Started & { readonly log?: string },
  { hostedDashboard }: Config,
  { json, open }: Readonly<Record<string, unknown>>,
): Promise<number> {
  if (json === true) printJson(started)
  else print(banner({ ...started, hostedDashboard }))
  if (open !== true) return 0
  const { openInBrowser } = await import("../terminal/browser.ts")
  if (!(await openInBrowser(started.dashboardUrl)))
    note(`No browser could be opened; the dashboard is at ${started.dashboardUrl}`)
  return 0
}

function failReconfigure(): never {
  fail("invalid_input", {
    detail: "--reconfigure changes the settings of a board in a database, but no database was given.",
    hint: "A board in the data directory uses the settings of its server. Leave --reconfigure out, or add --database.",
  })
}

/** Resolves when the server has stopped after the first signal. A second Ctrl-C ends the process immediately. */
function stopOnSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    let since = 0
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        if (isStopping && signal === "SIGINT" && Date.now() - since > 500) process.exit(1)
        if (isStopping) return
        isStopping = true
        since = Date.now()
        close().then(resolve, reject)
      })
    }
  })
}

/**
 * Ends the process for an uncaught error, such as that of a port which another program takes in the moment
 * between listhen's look at it and its call.
 */
function endOnUncaught(logger: ServerLogger, config: Config, flags: Readonly<Record<string, unknown>>): void {
  process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE" && error.syscall === "listen"
    const worded = isTaken ? requirePort(config, flags).then(() => error) : Promise.resolve(error)
    void worded
      .catch((refusal: unknown) => refusal)
      .then((told) => {
        if (!(told instanceof UpnextError)) logger.error(error.stack ?? error.message)
        else if (!logger.takesRefusals || flags.json === true) report(told, flags.json === true)
        else logger.error(`${told.message} ${hintOf(told)}`, { code: told.code, facts: told.facts })
        process.exit(told instanceof UpnextError ? exitOf(told) : 1)
      })
  })
}
