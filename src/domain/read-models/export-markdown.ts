import { writePlan } from "../wire/plan/write.ts"
import { storedTask, type ExportMoment } from "./export-moment.ts"

/** A plan as `docs/plan.md` describes it, in which each task has its number and its status. */
export function toMarkdown(moment: ExportMoment): Generator<string, void> {
  return writePlan(moment.tasks, (task) => storedTask(moment, task), { isBoard: true })
}
