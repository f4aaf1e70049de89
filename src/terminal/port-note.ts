import { line, note } from "./output.ts"
import type { Settings } from "./settings.ts"
import { textOf, type Env } from "./sources.ts"

/** Says that UPNEXT_PORT, the port of a server that is started, is not that of the data directory's running server. */
export function noteOtherPort({ url, urlSource, home }: Settings, env: Env): void {
  const port = textOf(env.UPNEXT_PORT)
  if (port === undefined || urlSource !== home || textOf(env.UPNEXT_URL) !== undefined) return
  if (port !== new URL(url).port)
    note(
      `UPNEXT_PORT=${line(port)} is for \`upnext start\`: the server of ${home} is at ${url}. Set UPNEXT_URL to reach another.`,
    )
}
