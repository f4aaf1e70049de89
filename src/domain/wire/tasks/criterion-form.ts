/** How people write that a criterion depends on a check: `all tests pass (check: test)`. */

export interface WrittenCriterion {
  readonly text: string
  /** The name of the check. */
  readonly check: string | undefined
}

export function readCriterion(written: string): WrittenCriterion {
  const [, text, check] = /^(.*\S)\s*\(check:\s*([^()]*[^()\s])\s*\)\s*$/su.exec(written) ?? []
  return text === undefined ? { text: written, check: undefined } : { text, check }
}

export function writeCriterion(text: string, check: string | undefined): string {
  return check === undefined ? text : `${text} (check: ${check})`
}

/** The task fields that these texts express. If none of them names a check, there is only one field. */
export function criteriaFields(written: readonly string[]): {
  done_criteria: string[]
  criteriaChecks?: Record<string, string>
} {
  const read = written.map(readCriterion)
  const bound = read.flatMap(({ text, check }) => (check === undefined ? [] : [[text, check] as const]))
  return {
    done_criteria: read.map(({ text }) => text),
    ...(bound.length > 0 && { criteriaChecks: Object.fromEntries(bound) }),
  }
}
