import type { NamedAttempt } from "./branch-name.ts"

/** Finished work that is to come into its base. */
export interface LandingWork extends NamedAttempt {
  readonly title: string
  /** The branch of the attempt. The form of its name was checked. */
  readonly branch: string
  /** The commit that was reported. */
  readonly commit: string
  /** The branch that it lands in. */
  readonly base: string
  /** The directory that trees are in. */
  readonly trees: string
}
