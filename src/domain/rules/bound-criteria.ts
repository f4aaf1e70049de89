import { fail } from "../../errors.ts"
import { nearest } from "../../nearest.ts"

/**
 * Which criterion depends on which check, by the texts of the task's criteria.
 * @throws invalid_input with every text that is not a criterion of the task
 */
export function boundCriteria(
  criteria: readonly string[],
  sent: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const found = Object.entries(sent).map(([asked, check]) => {
    const same = (text: string) => text.toLowerCase() === asked.trim().toLowerCase()
    return { asked, check, criterion: criteria.find((text) => text === asked) ?? criteria.find(same) }
  })
  const errors = found.flatMap(({ asked, criterion }) => {
    if (criterion !== undefined) return []
    const meant = nearest(asked, criteria)
    const guess = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`
    const message = `expected the text of a criterion of the task${guess}`
    return [{ path: `criteriaChecks.${asked}`, message, received: asked }]
  })
  if (errors.length > 0)
    fail("invalid_input", {
      detail: "Only a criterion of the task can depend on a check.",
      facts: { field: "criteriaChecks" },
      errors,
    })
  return Object.fromEntries(found.map(({ criterion = "", check }) => [criterion, check]))
}

/** What is left of the bindings when criteria are taken away. */
export function keptBindings(
  criteria: readonly string[],
  bound: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(bound)
  const kept = entries.filter(([text]) => criteria.includes(text))
  return kept.length === entries.length ? bound : Object.fromEntries(kept)
}
