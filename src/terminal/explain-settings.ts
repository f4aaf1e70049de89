import { UpnextError } from "../errors.ts"
import type { Settings } from "./settings.ts"

/** Says what the settings have to do with an error: a token that was withheld, or a URL where no server answers. */
export function explainSettings(error: unknown, { withheld, urlSource }: Settings): unknown {
  if (!(error instanceof UpnextError)) return error
  const isWithheld = withheld !== undefined && error.code === "unauthorized"
  const isNamed =
    error.code === "unreachable" && error.hint === undefined && ["--url", "UPNEXT_URL"].includes(urlSource)
  if (!isWithheld && !isNamed) return error
  const hint = isNamed
    ? `Check ${urlSource}, or start the server at that address.`
    : `The URL comes from ${withheld}, so your token was not sent there. If you trust the server, set UPNEXT_URL or --url.`
  return new UpnextError(error.code, { detail: error.message, facts: error.facts, hint, cause: error })
}
