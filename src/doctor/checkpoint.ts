import { hintFor } from "../terminal/hints.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { reportOf } from "./storage.ts"

export const checkpoint: Check = {
  name: "checkpoint",
  needs: ["home"],
  async look(surroundings) {
    if (surroundings.config.database !== undefined) return undefined
    const { state, seq, bytes, trouble } = (await reportOf(surroundings)).checkpoint
    if (state === "missing") return ok("none yet; the journal alone is enough")
    if (!trouble) return ok(`good up to event ${seq}, ${bytes} bytes`, { seq })
    const judge = state === "damaged" ? warn : failure
    return judge(trouble.detail, hintFor(trouble.code, { ...trouble.facts, isDiagnosis: true }), {
      code: trouble.code,
      ...trouble.facts,
    })
  },
}
