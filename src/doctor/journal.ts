import { hintFor } from "../terminal/hints.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { reportOf } from "./storage.ts"

/** Verifies every line of the journal. */
export const journal: Check = {
  name: "journal",
  needs: ["home"],
  async look(surroundings) {
    if (surroundings.config?.database !== undefined) return undefined
    const { journal: found } = await reportOf(surroundings)
    const { state, segments, commits, seq, bytes, torn, trouble } = found
    const what = `${commits} commits up to event ${seq} in ${segments} ${segments === 1 ? "file" : "files"}, ${bytes} bytes`
    if (state === "missing") return ok("none yet; the first start makes it")
    if (trouble)
      return failure(trouble.detail, hintFor(trouble.code, trouble.facts), {
        code: trouble.code,
        ...trouble.facts,
      })
    if (state === "torn") {
      return warn(
        `${what}; the last line is cut short by ${torn} bytes.`,
        "Nothing needs to be done: the next start keeps them aside.",
      )
    }
    return ok(`every line is good: ${what}`, { commits, seq })
  },
}
