import { hintFor } from "../terminal/hints.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { describe, nextFreePort, whoHolds } from "../home/port-holder.ts"
import { portOf } from "../home/url.ts"
import { findRunning } from "../home/running.ts"

/** Whether the port is free, or held by the server of this home. */
export const port: Check = {
  name: "port",
  async look({ config, isKnown, home, askHealth, startCommand }) {
    if (!isKnown("port")) return { status: "skipped", detail: "skipped: it needs a valid `config`" }
    const { host, port: number } = config
    const holder = await whoHolds(host, number, askHealth)
    // A home that cannot be read does not have a server; the check of the home reports the problem.
    const found = await findRunning(home).catch(() => undefined)
    const running = (found?.holder ?? found?.noted)?.url
    const elsewhere = running === undefined ? "" : `; the server of this data directory is at ${running}`
    if (holder.kind === "elsewhere")
      return failure(`${host} is not an address of this machine.`, hintFor("address_unavailable"))
    if (holder.kind === "free") return ok(`${number} is free${elsewhere}`)
    const isOurs = holder.kind === "upnext" && running !== undefined && portOf(running) === number
    if (isOurs) return ok(`${number} is in use by the server of this data directory`)
    const detail = `${number} is in use by ${describe(holder)}${elsewhere}.`
    const choose = `choose another port: \`${startCommand(await nextFreePort(host, number))}\`.`
    if (running !== undefined)
      return warn(detail, `The next start on this port would fail; ${choose}`, { holder })
    return failure(detail, `Stop that process, or ${choose}`, { holder })
  },
}
