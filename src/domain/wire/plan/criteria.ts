import type { PlanLine } from "./lines.ts"

/** A completion criterion in a plan. */
export interface PlanCriterion {
  readonly text: string
  readonly isMet: boolean
  /** The evidence that it is met; undefined if the plan does not give any. */
  readonly evidence?: string
}

/** Where the criteria of a task stand. */
export interface PlaceOfCriteria {
  readonly of: { readonly criteria: PlanCriterion[] }
  /** The column of `Done when:`. */
  readonly indent: number
  /** The column of the last criterion. */
  last: number
}

/** Whether a line begins the criteria of a task. */
export function isDoneWhen({ text }: PlanLine): boolean {
  return /^(\*\*|__|)done when:\1$/i.test(text)
}

/** Whether a line of a spec begins them: `**AC**:`, `- Acceptance criteria:`. */
export function isAcceptance({ text }: PlanLine): boolean {
  return /^(?:[-*+][ \t]+)?(?:\*\*|__)?(?:AC|acceptance(?: criteria)?|done when|definition of done)(?:\*\*|__)?:(?:\*\*|__)?$/i.test(
    text,
  )
}

/** Adds a line to the criterion above it, if that criterion is met and has no evidence yet. */
export function takeEvidence({ of, last }: PlaceOfCriteria, { indent, text }: PlanLine): boolean {
  const above = indent >= last + 2 ? of.criteria.at(-1) : undefined
  if (!above?.isMet || above.evidence !== undefined) return false
  of.criteria.splice(-1, 1, { ...above, evidence: text })
  return true
}
