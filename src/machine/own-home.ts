import { homedir, userInfo } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { fail } from "../errors.ts"

/** The directory where the user's own server keeps everything, as an absolute path: `--home`, UPNEXT_HOME, `~/.upnext`. */
export function ownHome(
  { home }: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const given = [home, env.UPNEXT_HOME].find((text) => typeof text === "string" && text.trim() !== "")
  if (typeof given !== "string") return join(userDirectory(), ".upnext")
  // A shell leaves a tilde as it is inside quotes and behind `=`, and nothing else expands one at all.
  return /^~(?:\/|$)/.test(given) ? join(userDirectory(), given.slice(1)) : resolve(given)
}

/** The directory of the user: HOME, or what the system says where that is empty or relative. Throws `invalid_config`. */
export function userDirectory(): string {
  const found = findUserDirectory()
  if (found !== "") return found
  return fail("invalid_config", {
    detail: "HOME is not set to a directory, and the system knows no home directory for this user.",
    hint: "Set HOME, or specify a directory with --home or UPNEXT_HOME.",
  })
}

/** The same, and "" where there is none. */
export function findUserDirectory(): string {
  return [homedir, () => userInfo().homedir].map(attempt).find((path) => isAbsolute(path)) ?? ""
}

/** Where the user's programs keep their settings. The specification of XDG says to ignore a relative path. */
export function configDirectory({
  XDG_CONFIG_HOME = "",
}: Readonly<Record<string, string | undefined>>): string {
  return isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(userDirectory(), ".config")
}

// --- internal ---

function attempt(find: () => string): string {
  try {
    return find()
  } catch {
    return ""
  }
}
