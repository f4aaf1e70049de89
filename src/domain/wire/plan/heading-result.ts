import { isFilled, type TaskField } from "../task-table.ts"

/**
 * What a heading has to bring where its plan does not say: it is done when its children are, unless it asks for
 * something of its own.
 */
export function headingResult(
  fields: Readonly<Record<string, unknown>>,
  hasTasks: boolean,
): "children" | null {
  return hasTasks && !ofItsOwn.some((field) => isFilled(field, fields[field])) ? "children" : null
}

// --- internal ---

const ofItsOwn: readonly TaskField[] = ["description", "done_criteria", "checks", "reviewer"]
