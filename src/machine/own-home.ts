import { homedir } from "node:os"
import { join, resolve } from "node:path"

/** The directory where the user's own server keeps everything, as an absolute path: `--home`, UPNEXT_HOME, `~/.upnext`. */
export function ownHome(
  { home }: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const given = typeof home === "string" ? home : ""
  return resolve(given || env.UPNEXT_HOME || join(homedir(), ".upnext"))
}
