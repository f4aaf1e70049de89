import { toProblem, type Problem } from "../errors.ts"
import { hintOf } from "./hints.ts"

/** The problem document of any thrown value, in the words of HTTP. */
export function problemOf(error: unknown): Problem {
  return toProblem(error, hintOf)
}
