import type { CheckState } from "../../domain/wire/check-states.ts"

/** Where a check stands, as it is shown beside its name. */
export const checkWords: Readonly<Record<CheckState, string>> = {
  passed: "passed",
  failed: "failed",
  timed_out: "took too long",
  unknown: "is unknown where it was run",
  stale: "is stale: files or attempt are others now",
  not_run: "was not run",
}
