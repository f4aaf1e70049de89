import { fail } from "../errors.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { print, printJson, style } from "../terminal/output.ts"
import { readHome } from "../terminal/settings.ts"
import { programName, quote } from "../terminal/typed.ts"

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
    ["start", "on http://127.0.0.1:4445, for this machine only"],
    ["start --port 5000 --home ./work", "another port and directory"],
    ["start --host 0.0.0.0", "for the network: makes a token and shows it once"],
  ],
  async run({ flags }) {
    const { loadConfig } = await import("../config.ts")
    const config = await loadConfig({
      flags: { ...flags, ...(flags["no-auth"] === true && { auth: false }) },
      env: process.env,
    })
    // Checked before the board is read, so that a taken port is reported quickly.
    await requirePort(config, flags)
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
  const program = programName(process.argv[1] ?? "", process.env)
  const at = homeArgument(home)
  const secret = token ? `UPNEXT_TOKEN=${quote(token)} ` : ""
  const needed = !token && tokens.length > 0 ? ", with UPNEXT_TOKEN set" : ""
  const ways = [
    [`A first task, from another shell${needed}:`, `${secret}${program} add "Try Upnext"${at}`],
    ["To end it, Ctrl-C here or:", `${program} stop${at}`],
  ].flatMap(([what = "", command = ""]) => [`  ${style.dim(what)}`, `    ${command}`])
  return ["", `  ${style.bold("Upnext is up.")}`, "", ...lines, "", ...ways, ""].join("\n")
}

/** The flag with which a command in a new shell finds the server of this home. */
function homeArgument(home: string): string {
  return home === readHome({}, {}) ? "" : ` --home ${quote(home)}`
}

async function requirePort(
  { host, port, home }: { readonly host: string; readonly port: number; readonly home: string },
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { describe, whoHolds } = await import("../doctor/port-holder.ts")
  const holder = await whoHolds(host, port)
  if (holder.kind === "free") return
  const given = ["host", "lease"].map((name) =>
    typeof flags[name] === "string" ? ` --${name} ${quote(flags[name])}` : "",
  )
  const rest = given.join("") + (flags["no-auth"] === true ? " --no-auth" : "") + homeArgument(home)
  let other = port
  do other = other >= 65_535 ? 1024 : other + 1
  while (other !== port && (await whoHolds(host, other)).kind !== "free")
  fail("port_taken", {
    detail: `Port ${port} is held by ${describe(holder)}.`,
    hint: `Choose another: \`upnext start --port ${other}${rest}\`; \`upnext doctor --port ${port}${homeArgument(home)}\` shows more.`,
    facts: { port, portHolder: holder },
  })
}

/** Logs go to standard error, so that what `start` prints can be read by a program. */
async function createLogger() {
  const { createConsola } = process.stderr.isTTY ? await import("consola") : await import("consola/basic")
  return createConsola({ stdout: process.stderr, stderr: process.stderr })
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
