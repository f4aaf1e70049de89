import { withoutPassword } from "../database-url.ts"
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
    database: {
      kind: "text",
      value: "url",
      description:
        "PostgreSQL that keeps the board, for several servers (UPNEXT_DATABASE), default: the home",
    },
    board: { kind: "text", value: "name", description: "which board of it (UPNEXT_BOARD), default main" },
    reconfigure: {
      kind: "boolean",
      description: "change the policy and the tokens of the board in the database to this server's",
    },
    lease: { kind: "text", value: "30m", description: "how long a claim holds (UPNEXT_LEASE), default 30m" },
    "no-auth": { kind: "boolean", description: "ask for no token, even beyond this machine" },
    json: { kind: "boolean", description: "print where it listens as JSON" },
  },
  examples: [
    ["start", "on http://127.0.0.1:4445, for this machine only"],
    ["start --port 5000 --home ./work", "another port and directory"],
    ["start --host 0.0.0.0", "for the network: makes a token and shows it once"],
    ["start --database postgres://upnext@db/upnext", "one of several servers; PGPASSWORD holds the password"],
  ],
  async run({ flags }) {
    hidePassword(flags.database)
    const { loadConfig } = await import("../config.ts")
    const config = await loadConfig({
      flags: { ...flags, ...(flags["no-auth"] === true && { auth: false }) },
      env: process.env,
    })
    // Checked before the board is read, so that a taken port is reported quickly.
    await requirePort(config, flags)
    const [{ createUpnext }, logger] = await Promise.all([import("../upnext.ts"), createLogger()])
    if (flags.reconfigure === true && config.database === undefined) failReconfigure()
    const server = await createUpnext({ ...config, reconfigure: flags.reconfigure === true, logger })
    const stopped = stopOnSignal(() => server.close())
    const { url, dashboardUrl, token, asksForToken } = server
    const database = config.database && {
      database: withoutPassword(config.database),
      board: config.board ?? "main",
    }
    if (flags.json === true)
      printJson({
        url,
        dashboardUrl,
        home: config.home,
        ...database,
        pid: process.pid,
        ...(token && { token }),
      })
    else print(banner({ ...config, url, dashboardUrl, token, asksForToken }))
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
  readonly database?: string | undefined
  readonly board?: string | undefined
  readonly token?: string | undefined
  readonly asksForToken: boolean
}

function banner({
  asksForToken,
  url,
  dashboardUrl,
  hostedDashboard,
  home,
  database,
  board,
  token,
}: Banner): string {
  const rows = [
    ["server", style.cyan(url)],
    ["dashboard", style.cyan(dashboardUrl)],
    ["hosted", hostedDashboard && style.cyan(hostedDashboard)],
    ["data", database === undefined ? home : withoutPassword(database)],
    ["board", board],
    ["token", !token && asksForToken ? style.dim("asked for; clients send it from UPNEXT_TOKEN") : undefined],
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
  const needed = !token && asksForToken ? ", with UPNEXT_TOKEN set" : ""
  const ways = [
    [`A first task, from another shell${needed}:`, `${secret}${program} add "Try Upnext"${at}`],
    ["To end it, Ctrl-C here or:", `${program} stop${at}`],
  ].flatMap(([what = "", command = ""]) => [`  ${style.dim(what)}`, `    ${command}`])
  return ["", `  ${style.bold("Upnext is up.")}`, "", ...lines, "", ...ways, ""].join("\n")
}

/** Other users of the machine can read the command line of a process. */
function hidePassword(database: unknown): void {
  if (typeof database !== "string" || withoutPassword(database) === database) return
  process.title = ["upnext", ...process.argv.slice(2)]
    .join(" ")
    .replaceAll(database, withoutPassword(database))
}

function failReconfigure(): never {
  fail("invalid_input", {
    detail: "--reconfigure changes the settings of a board in a database, and no database is named.",
    hint: "A board in the home goes by the settings of its server. Leave --reconfigure out, or add --database.",
  })
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
  const given = ["host", "lease", "board"].map((name) =>
    typeof flags[name] === "string" ? ` --${name} ${quote(flags[name])}` : "",
  )
  const database =
    typeof flags.database === "string" ? ` --database ${quote(withoutPassword(flags.database))}` : ""
  const rest =
    database + given.join("") + (flags["no-auth"] === true ? " --no-auth" : "") + homeArgument(home)
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
