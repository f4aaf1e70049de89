import type { Config } from "../../config/config.ts"
import { errors, UpnextError } from "../../errors.ts"
import type { ServerLogger } from "../../server-log/logger.ts"
import { hintOf } from "../../terminal/hints.ts"
import { report } from "../../terminal/report.ts"
import { requirePort } from "./required.ts"

/**
 * Ends the process for an uncaught error, such as that of a port which another program takes in the moment
 * between listhen's look at it and its call.
 */
export function endOnUncaught(
  logger: ServerLogger,
  config: Config,
  flags: Readonly<Record<string, unknown>>,
): void {
  process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE" && error.syscall === "listen"
    const worded = isTaken ? requirePort(config, flags).then(() => error) : Promise.resolve(error)
    void worded
      .catch((refusal: unknown) => refusal)
      .then((told) => {
        if (!(told instanceof UpnextError)) logger.error(error.stack ?? error.message)
        else if (!logger.takesRefusals || flags.json === true) report(told, flags.json === true)
        else logger.error(`${told.message} ${hintOf(told)}`, { code: told.code, facts: told.facts })
        process.exit(told instanceof UpnextError ? errors[told.code].exit : 1)
      })
  })
}
