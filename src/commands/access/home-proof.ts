import { fail } from "../../errors.ts"
import type { Prove } from "../../client/client-request.ts"
import { findServerOnDatabase } from "../../home/running.ts"
import { failUnproven } from "../../terminal/home-check.ts"
import { askProof } from "../../terminal/server-proof.ts"
import type { Settings } from "../../terminal/settings.ts"

type GivenFlags = Readonly<Record<string, unknown>>

/**
 * Shows that whoever types holds the home of the board: its key signs each request. undefined where there is no key, and
 * where only a file of the directory names the server, which could use the proof elsewhere.
 */
export async function findHomeProof(settings: Settings, flags: GivenFlags): Promise<Prove | undefined> {
  if (!(await settings.isUrlTrusted())) return undefined
  const parts = await import("../server-parts.ts")
  const [{ readBoardKey }, { createKeyUses }] = await Promise.all([parts.boardKey(), parts.keyUses()])
  const key = await readBoardKey(await findBoard(settings.home, flags))
  if (key === undefined) return undefined
  const keyUses = createKeyUses(key)
  const { url } = settings
  // Whoever listens there could use the proof once the server is back.
  const proof = await askProof(url, keyUses)
  if (proof === "none") failUnproven(settings.home, url)
  if (proof === "wrong")
    fail("unauthorized", {
      detail: `The key in ${settings.home} is not the one in the server's data directory.`,
      facts: { proof: "home" },
    })
  return (request) => keyUses.proveHome(request, Date.now())
}

// --- internal ---

/** Where the board of this home is: as for its server, else where the running server has it. */
async function findBoard(home: string, { database, board }: GivenFlags) {
  const parts = await import("../server-parts.ts")
  const { loadConfig } = await parts.config()
  const config = await loadConfig({ flags: { home, database, board }, env: process.env })
  if (config.database !== undefined) return config
  const server = await findServerOnDatabase(home)
  return { home, database: server?.database, board: server?.board }
}
