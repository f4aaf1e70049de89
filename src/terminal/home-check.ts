import { createClient, type HomeCheck } from "../client/client.ts"
import { homeIdOf } from "../doctor/running.ts"
import { fail } from "../errors.ts"
import type { Address } from "./address.ts"

/**
 * For a client that was given a home: the server at this address has to be the one of that home, which its id shows.
 * Otherwise a command whose server is down would write to the board of whoever listens where it would. undefined where a
 * URL was named, which means what it says.
 */
export function checkHome(home: string, { url, by }: Address): HomeCheck | undefined {
  if (by === "named") return undefined
  const id = homeIdOf(home)
  return {
    id,
    isFound: by === "own",
    async confirm() {
      const { homeId } = await createClient({ url, timeout: patienceMs }).health()
      if (homeId === undefined || homeId !== id) failOther({ home, url, id, homeId })
    },
  }
}

// --- internal ---

const patienceMs = 5000

interface Two {
  readonly home: string
  readonly url: string
  readonly id: string | undefined
  /** The server's. */
  readonly homeId: string | undefined
}

function failOther({ home, url, id, homeId }: Two): never {
  const own = id === undefined ? "no server has run on this home yet" : `this home is ${id}`
  const other = homeId === undefined ? "tells no home" : `is that of the home ${homeId}`
  fail("other_home", {
    detail: `The server at ${url} is not that of ${home}: it ${other}, and ${own}.`,
    facts: { home, url, homeId: id ?? null, serverHomeId: homeId ?? null },
  })
}
