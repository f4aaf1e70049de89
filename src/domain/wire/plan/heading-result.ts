import { isFilled, type TaskField } from "../task-table.ts"

/**
 * The required result of a heading if its plan does not set one: it is done when its children are done, unless it has
 * requirements of its own.
 */
export function headingResult(
  fields: Readonly<Record<string, unknown>>,
  hasTasks: boolean,
): "children" | null {
  return hasTasks && !ofItsOwn.some((field) => isFilled(field, fields[field])) ? "children" : null
}

// --- internal ---

const ofItsOwn: readonly TaskField[] = ["description", "done_criteria", "checks", "reviewer"]
