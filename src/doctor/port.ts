import { failure, ok, warn, type Check } from "./check.ts"
import { describe, whoHolds } from "./port-holder.ts"
import { findRunning } from "./running.ts"

/** The port is free, or our own server's. */
export const port: Check = {
  name: "port",
  async look({ config, home }) {
    if (!config) return warn("Not looked at: the config is not valid.", "Mend the config first.")
    const { host, port: number } = config
    const holder = await whoHolds(host, number)
    const held = await findRunning(home)
    const running = held?.holder?.url
    const elsewhere = running === undefined ? "" : `; the server of this home is at ${running}`
    if (holder.kind === "free") return ok(`${number} is free${elsewhere}`)
    const isOurs = holder.kind === "upnext" && running !== undefined && portOf(running) === number
    if (isOurs) return ok(`${number} is held by the server of this home`)
    return failure(
      `${number} is held by ${describe(holder)}${elsewhere}.`,
      "End it, or choose another port: `upnext start --port 4446`.",
      { holder },
    )
  },
}

// --- internal ---

function portOf(url: string): number {
  return Number(new URL(url).port || 80)
}
