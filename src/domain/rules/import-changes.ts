import { fieldsOf } from "../board/tasks/task-fields.ts"
import { blankTask, flat } from "../board/tasks/task-record.ts"
import type { ChangedTask, ImportedTask } from "../events/import-fields.ts"
import type { Origin } from "../board/imports/import-records.ts"
import { saidIn, type Tracked, type TrackedField } from "../board/imports/import-said.ts"
import type { Task } from "../board/records.ts"
import { taskId } from "../wire/names.ts"

/** The changes of these fields, given the origin's current values. */
export function changeOf(
  task: Task,
  { said }: Origin,
  there: Tracked & Times,
  fields: readonly TrackedField[],
): ChangedTask {
  const changes: Record<string, unknown> = {}
  const fresh: Record<string, number> = {}
  const kept: string[] = []
  const own = flat(task)
  for (const field of fields) {
    const [before, now, here] = [said[field] ?? 0, saidIn(there, field), saidIn(own, field)]
    if (now === before) continue
    fresh[field] = now
    if (here === now) continue
    if (here !== before) kept.push(field)
    else Object.assign(changes, valuesOf(there, field))
  }
  return { task: taskId(task.n), fields: changes, said: fresh, ...(kept.length > 0 && { kept }) }
}

interface Times {
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

function valuesOf(there: Tracked & Times, field: TrackedField): Record<string, unknown> {
  if (field !== "status") return { [field]: there[field] }
  const { status, reason, startedAt, finishedAt } = there
  return { status, reason, startedAt, finishedAt }
}

/** Its edges come later. */
export function asTracked({ fields, ...rest }: ImportedTask): Tracked & Times {
  return { ...flat({ ...blankTask, fields: fieldsOf(fields) }), ...rest, assignee: fields.assignee }
}

export function isChange({ said, source, comments, reflections }: ChangedTask): boolean {
  return (
    Object.keys(said).length > 0 ||
    source !== undefined ||
    comments !== undefined ||
    reflections !== undefined
  )
}
