import type { ReportFields } from "../events/check-fields.ts"

/** Somebody says that a criterion is met. */
export interface CriterionCheck {
  /** Its text, as in `done_criteria`. */
  readonly criterion: string
  readonly by: string
  readonly at: number
  readonly evidence: string | null
}

/** What came of running a check. */
export interface CheckResult extends ReportFields {
  /** Of the attempt that it belongs to. */
  readonly epoch: number
  readonly by: string
  readonly at: number
}

/** What is known of the checks of a task. */
export interface Proof {
  /** The attempt that last named files, and its files; null: it did not know a repository. */
  readonly epoch: number
  readonly tree: string | null
  /** Newest first, bounded: see `evolve/checks.ts`. */
  readonly results: readonly CheckResult[]
}
