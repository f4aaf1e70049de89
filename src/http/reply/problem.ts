import { toProblem, type Problem } from "../../errors.ts"
import { hintOf } from "./hints.ts"

/** The problem document for any thrown value, with a hint for clients of HTTP. */
export function problemOf(error: unknown): Problem {
  return toProblem(error, hintOf)
}
