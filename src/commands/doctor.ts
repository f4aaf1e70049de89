import { findOwnAddress } from "../terminal/address.ts"
import { createClient, type Client } from "../terminal/client.ts"
import type { Diagnosis } from "../doctor/doctor.ts"
import { withoutPassword } from "../storage/database-url.ts"
import { asTypedHere } from "../terminal/hints.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { line, print, printJson, style } from "../terminal/output.ts"
import { hanging } from "../terminal/wrap.ts"
import { readSettings } from "../terminal/settings.ts"
import { inLocalTime } from "../terminal/show-time.ts"
import { ownName } from "../terminal/own-command.ts"
import { quote } from "../terminal/typed.ts"
import { databaseFlags } from "./start/flags.ts"
import { hidePasswords } from "./start/hide-passwords.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "doctor",
  summary: "Look for problems, whether the server is up or down",
  flags: {
    home: homeFlag,
    port: { kind: "number", description: "the port to check (UPNEXT_PORT), default 4445" },
    host: {
      kind: "text",
      value: "address",
      description: "the address to check (UPNEXT_HOST), default 127.0.0.1",
    },
    ...databaseFlags,
    json: { kind: "boolean", description: "print all findings as JSON" },
  },
  examples: [
    ["doctor", "exit status 1 if something is wrong"],
    ["doctor --database postgres://upnext@db/upnext", "a board in a database; PGPASSWORD holds the password"],
    ["doctor --json", "for a program, or for a bug report"],
  ],
  async run({ flags }) {
    hidePasswords([flags.database, flags["database-direct"]])
    const [{ examine }, { version }] = await Promise.all([
      import("./server-parts.ts").then(({ doctor }) => doctor()),
      import("../version.ts"),
    ])
    const found = await examine(
      { flags, env: process.env },
      {
        version,
        cwd: settingsDirectory(),
        async findClientAddress() {
          const settings = await readSettings(flags, process.env, settingsDirectory(), {
            question: "refuses",
          })
          const { url, urlSource, token, homeCheck } = settings
          const own = await findOwnAddress(settings.home, process.env)
          const client = createClient({ url, token, homeCheck, timeout: 5000 })
          return {
            ...{ url, source: urlSource, isOwn: url === own.url },
            ask: () => client.log.read(),
            readNames: () => readNames(client),
          }
        },
        askHealth: (url, timeout) => createClient({ url, timeout }).health(),
        startCommand: (port) => startCommand(flags, port),
      },
    )
    const diagnosis = { ...found, checks: found.checks.map(typedHere) }
    const status = diagnosis.ok ? 0 : 1
    if (flags.json === true) {
      printJson(diagnosis)
      return status
    }
    const width = Math.max(...diagnosis.checks.map(({ name }) => name.length))
    for (const { name, status: found, detail, hint } of diagnosis.checks) {
      print(
        `${marks[found]} ${style.bold(name.padEnd(width))}  ${hanging(line(inLocalTime(detail)), width + 4)}`,
      )
      if (hint) print(`  ${" ".repeat(width)}  ${style.dim("→")} ${hanging(line(hint), width + 6)}`)
    }
    print(`\n${conclusion(diagnosis)}`)
    return status
  },
})

// --- internal ---

/** At most 500 agents, and as many tasks that are stuck: enough to see that something is wrong. */
async function readNames(client: Client) {
  const [{ agents }, { tasks }] = await Promise.all([
    client.agent.list({ limit: 500 }),
    client.task.list({ stuck: true, status: ["todo"], limit: 500, compact: true }),
  ])
  const stuck = tasks.flatMap(({ id, stuckDetail }) =>
    stuckDetail === undefined ? [] : [{ id, why: stuckDetail }],
  )
  return { names: agents.map(({ name }) => name), stuck }
}

const marks = {
  ok: style.green("✓"),
  warn: style.yellow("!"),
  fail: style.red("✗"),
  skipped: style.dim("·"),
} as const

function typedHere<C extends Diagnosis["checks"][number]>(check: C): C {
  return check.hint === undefined ? check : { ...check, hint: asTypedHere(check.hint) }
}

function conclusion({ ok, checks }: Diagnosis): string {
  if (!ok) return style.red("Something is wrong.")
  const warnings = checks.filter(({ status }) => status === "warn").length
  if (warnings === 0 && checks.some(({ more }) => more?.["isReached"] === false))
    return hanging("Nothing is wrong. No server is running, so commands typed here cannot reach one.", 0)
  if (warnings === 0) return style.green("All is well.")
  return style.yellow(
    hanging(
      `Nothing failed, but ${warnings === 1 ? "one thing needs" : `${warnings} things need`} a look.`,
      0,
    ),
  )
}

/** The command that starts a server with the given flags. It reads the same environment. */
function startCommand(flags: Readonly<Record<string, unknown>>, port = flags.port): string {
  const given = { home: flags.home, ...databaseOf(flags), host: flags.host, port }
  const words = Object.entries(given).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [`--${name} ${quote(String(value))}`] : [],
  )
  return [ownName(), "start", ...words].join(" ")
}

/** These flags without a password. */
const databaseOf = (flags: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(databaseFlags).map((name) => {
      const value = flags[name]
      return [name, name !== "board" && typeof value === "string" ? withoutPassword(value) : value]
    }),
  )
