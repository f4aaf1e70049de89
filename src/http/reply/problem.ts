import { toProblem, type Problem } from "../../errors.ts"
import { hintOf } from "./hints.ts"

export function problemOf(error: unknown): Problem {
  return toProblem(error, hintOf)
}
