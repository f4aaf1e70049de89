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
  /** The commits of the base that the attempt is known to have begun at. */
  readonly began?: readonly string[] | undefined
  /** The commit that the change was counted from when it was shown. Undefined where none was shown. */
  readonly shownFrom?: string | undefined
  /** The end of the branch, which a reviewer named, and which lands with what was reported. */
  readonly taken?: string | undefined
}

/** The commit whose files land. */
export const landingEnd = ({ taken, commit }: Pick<LandingWork, "taken" | "commit">) => taken ?? commit
