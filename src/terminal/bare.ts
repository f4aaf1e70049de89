import { ownHome } from "../machine/own-home.ts"

/**
 * The arguments that `upnext` without a command stands for: those of `start`, as they are, or of `status` where the
 * server of the home runs already. Servers on a database share a home, so there another one is started.
 */
export async function argumentsOfBare(args: readonly string[]): Promise<readonly string[]> {
  const [, home] = /^--home=(.+)$/.exec(args.join("=")) ?? []
  if (args.length > 0 && (home === undefined || args.length > 2)) return args
  const { findAllRunning } = await import("../home/running.ts")
  // A home that cannot be read is refused by what opens it.
  const [running] = await findAllRunning(ownHome({ home }, process.env)).catch(() => [])
  const { url, database } = running?.holder ?? {}
  return url === undefined || database !== undefined ? args : ["status", "--url", url, ...args]
}
