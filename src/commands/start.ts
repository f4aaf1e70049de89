import { fail } from "../errors.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { print, printJson, style } from "../terminal/output.ts"

export default define({
  name: "start",
  summary: "Start the server (what `upnext` alone does)",
  flags: {
    port: { kind: "number", description: "port to listen at (UPNEXT_PORT), default 4445" },
    host: {
      kind: "text",
      value: "address",
      description: "address to listen at (UPNEXT_HOST), default 127.0.0.1",
    },
    home: homeFlag,
    lease: { kind: "text", value: "30m", description: "how long a claim holds (UPNEXT_LEASE), default 30m" },
    "no-auth": { kind: "boolean", description: "ask for no token, even beyond this machine" },
    json: { kind: "boolean", description: "print where it listens as JSON" },
  },
  examples: [
    ["", "on http://127.0.0.1:4445, for this machine only"],
    ["start --port 5000 --home ./work", "another port and directory"],
    ["start --host 0.0.0.0", "for the network: makes a token and shows it once"],
  ],
  async run({ flags }) {
    const { loadConfig } = await import("../config.ts")
    const config = await loadConfig({
      flags: { ...flags, ...(flags["no-auth"] === true && { auth: false }) },
      env: process.env,
    })
    // First of all, for whoever has the port taken should not wait for a board to be read.
    await requirePort(config.host, config.port)
    const [{ createUpnext }, logger] = await Promise.all([import("../upnext.ts"), createLogger()])
    const server = await createUpnext({ ...config, logger })
    const stopped = stopOnSignal(() => server.close())
    const { url, dashboardUrl, token } = server
    if (flags.json === true)
      printJson({ url, dashboardUrl, home: config.home, pid: process.pid, ...(token && { token }) })
    else print(banner({ ...config, url, dashboardUrl, token }))
    await stopped
    process.exit(0)
  },
})

// --- internal ---

interface Banner {
  readonly url: string
  readonly dashboardUrl: string
  readonly hostedDashboard: string | undefined
  readonly home: string
  readonly token?: string | undefined
  readonly tokens: readonly unknown[]
}

function banner({ tokens, url, dashboardUrl, hostedDashboard, home, token }: Banner): string {
  const rows = [
    ["server", style.cyan(url)],
    ["dashboard", style.cyan(dashboardUrl)],
    ["hosted", hostedDashboard && style.cyan(hostedDashboard)],
    ["data", home],
    [
      "token",
      !token && tokens.length > 0 ? style.dim("asked for; clients send it from UPNEXT_TOKEN") : undefined,
    ],
    [
      "token",
      token && `${style.bold(token)}  ${style.yellow("shown this once: keep it, and set UPNEXT_TOKEN")}`,
    ],
  ]
  const lines = rows.flatMap(([name = "", value]) =>
    value ? [`  ${style.dim(name.padEnd(9))}  ${value}`] : [],
  )
  const end = style.dim('Ctrl-C or `upnext stop` ends it. A first task: upnext task add "Try Upnext"')
  return ["", `  ${style.bold("Upnext is up.")}`, "", ...lines, "", `  ${end}`, ""].join("\n")
}

async function requirePort(host: string, port: number): Promise<void> {
  const { describe, whoHolds } = await import("../doctor/port-holder.ts")
  const holder = await whoHolds(host, port)
  if (holder.kind === "free") return
  fail("port_taken", {
    detail: `Port ${port} is held by ${describe(holder)}.`,
    hint: `Choose another: \`upnext start --port ${port + 1}\`; \`upnext doctor\` looks into it.`,
    more: { port, holder },
  })
}

/** Logs go to standard error, so that what `start` prints can be read by a program. */
async function createLogger() {
  const { createConsola } = process.stderr.isTTY ? await import("consola") : await import("consola/basic")
  return createConsola({ stdout: process.stderr, stderr: process.stderr })
}

/** Resolves when the first signal has been obeyed. Only who presses Ctrl-C again wants it to end at once. */
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
