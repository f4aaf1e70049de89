import type { Config } from "../../config/config.ts"
import { isLoopback } from "../../machine/loopback.ts"
import { withoutPassword } from "../../storage/database-url.ts"
import { portOf } from "../../home/url.ts"
import type { AskHealth } from "../../home/port-holder.ts"
import type { RunningServer } from "../../home/running.ts"
import { fail } from "../../errors.ts"
import { homeArgument, quote } from "../../terminal/typed.ts"

/** Who types `upnext` twice wants the running server. On a database, several servers may run on one home. */
export async function requireStopped({ home, database, host, port }: Config): Promise<void> {
  const { findAllRunning } = await import("../../home/running.ts")
  // A home that cannot be read is refused by what opens it.
  const running = await findAllRunning(home).catch(() => [])
  const own = running.find(
    ({ holder }) => holder && (isJournal(holder, database) || listensAt(holder, host, port)),
  )
  if (!own?.holder) return
  const { pid, url, version } = own.holder
  fail("home_locked", {
    detail: `Upnext is already running on ${home}, at ${url ?? "an address not yet known"} (pid ${pid}, version ${version}).`,
    facts: { home, server: own.holder },
  })
}

/** A taken port is refused before the board is read, and the refusal names who holds it. */
export async function requirePort(
  { host, port, home }: { readonly host: string; readonly port: number; readonly home: string },
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { describe, nextFreePort, whoHolds } = await import("../../home/port-holder.ts")
  const holder = await whoHolds(host, port, askHealth)
  if (holder.kind === "free") return
  if (holder.kind === "elsewhere") failElsewhere(host)
  const given = ["host", "lease", "board", "trust-proxy"].map((name) =>
    typeof flags[name] === "string" ? ` --${name} ${quote(flags[name])}` : "",
  )
  const databases = ["database", "database-direct"].map((name) =>
    typeof flags[name] === "string" ? ` --${name} ${quote(withoutPassword(flags[name]))}` : "",
  )
  const switches = ["first-token", "no-auth"].map((name) => (flags[name] === true ? ` --${name}` : ""))
  const rest = [...databases, ...given, ...switches].join("") + homeArgument(home)
  const other = await nextFreePort(host, port)
  fail("port_taken", {
    detail: `Port ${port} is in use by ${describe(holder)}.`,
    hint: `Choose another: \`upnext start --port ${other}${rest}\`; \`upnext doctor --port ${port}${homeArgument(home)}\` shows more.`,
    facts: { port, portHolder: holder },
  })
}

// --- internal ---

/** The client is loaded here, because each start asks for its port and most find it free. */
const askHealth: AskHealth = async (url, timeout) => {
  const { createClient } = await import("../../client/client.ts")
  return createClient({ url, timeout }).health()
}

type OwnServer = NonNullable<RunningServer["holder"]>

function isJournal(holder: OwnServer, database: string | undefined): boolean {
  return database === undefined && holder.database === undefined
}

function listensAt({ url }: OwnServer, host: string, port: number): boolean {
  if (url === undefined) return false
  const { hostname } = new URL(url)
  return portOf(url) === port && (hostname === host || isLoopback(host) === isLoopback(hostname))
}

function failElsewhere(host: string): never {
  fail("address_unavailable", { detail: `${host} is not an address of this machine.`, facts: { host } })
}
