import { hidePaths } from "../../domain/wire/files/hide-paths.ts"
import { toProblem, type Problem } from "../../errors.ts"
import { hintOf } from "./hints.ts"

/** Only what is wrong with the server itself names its files. */
export function problemOf(error: unknown): Problem {
  const problem = toProblem(error, hintOf)
  if (problem.status < 500) return problem
  const { detail, facts } = problem
  const shown = Object.entries(facts ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? hidePaths(value) : value,
  ])
  return {
    ...problem,
    detail: hidePaths(detail),
    ...(facts && { facts: Object.fromEntries(shown) as NonNullable<typeof facts> }),
  }
}
