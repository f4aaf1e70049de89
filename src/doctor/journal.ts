import { existsSync } from "node:fs"
import { hintFor } from "../terminal/hints.ts"
import { failure, ok, warn, type Check, type Finding, type Surroundings } from "./check.ts"
import { readMoved } from "../storage/journal/moved.ts"
import { announcePlaces } from "../storage/lock/find.ts"
import { dataDirectory } from "../storage/open.ts"
import { reportOf } from "./storage.ts"

/** Verifies every line of the journal. */
export const journal: Check = {
  name: "journal",
  needs: ["home"],
  async look(surroundings) {
    if (surroundings.config.database !== undefined) return undefined
    const { journal: found } = await reportOf(surroundings)
    const { state, segments, commits, seq, bytes, torn, trouble } = found
    const what = `${commits} commits up to event ${seq} in ${segments} ${segments === 1 ? "file" : "files"}, ${bytes} bytes`
    const movedTo = await readMoved(dataDirectory(surroundings.home))
    if (movedTo !== undefined)
      return failure(`The board of this data directory was moved to ${movedTo}.`, hintFor("board_moved"), {
        movedTo,
      })
    if (state === "missing") return missing(surroundings)
    if (trouble)
      return failure(trouble.detail, hintFor(trouble.code, { ...trouble.facts, isDiagnosis: true }), {
        code: trouble.code,
        ...trouble.facts,
      })
    if (state === "torn") {
      return warn(
        `${what}; the last line is incomplete (${torn} bytes).`,
        "Nothing needs to be done: the next start moves these bytes to a separate file.",
      )
    }
    return ok(`every line is good: ${what}`, { commits, seq })
  },
}

// --- internal ---

/** A missing journal is correct only in a new home. */
function missing({ home, isKnown }: Surroundings): Finding {
  if (announcePlaces(home).some((place) => existsSync(place)))
    return warn(
      "There is no journal here; a server whose board is in a database has used this data directory.",
      "To check that board, specify its database: `upnext doctor --database <url>`.",
    )
  if (!isKnown("database")) return ok("none is here")
  return ok("none yet; the first start creates it")
}
