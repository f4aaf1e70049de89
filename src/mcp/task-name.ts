import { taskId, taskNumber } from "../domain/wire/names.ts"
import { fail } from "../errors.ts"

/** Reads `T-12` and `T-12@3`. @throws invalid_input */
export function parseTaskName(text: string) {
  const [, id = "", epoch] = /^([^@]*)(?:@(\d{1,15}))?$/.exec(text.trim()) ?? []
  const n = taskNumber(id)
  if (n === undefined)
    fail("invalid_input", `${JSON.stringify(text.slice(0, 64))} is not a task; expected an id such as T-7.`)
  /** Of the claim that gave the task its name: the 3 of `T-12@3`. */
  return { id: taskId(n), epoch: epoch === undefined ? undefined : Number(epoch) }
}
