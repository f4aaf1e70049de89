import { createLists, type Lists } from "../../collections/lists.ts"
import { createTable, type Table, type Undo } from "../../collections/table.ts"
import type { Attachment } from "./attachment-record.ts"

/** The files of all tasks, also of those in the trash. */
export interface Attachments extends Table<number, Attachment> {
  /** Their numbers by task. */
  readonly of: Lists["of"]
  /** How many bytes all of them have. */
  readonly bytes: number
}

export function createAttachments(undo: Undo): Attachments {
  const byTask = createLists()
  let bytes = 0
  const table = createTable<number, Attachment>(
    ({ n }) => n,
    undo,
    (before, after) => {
      bytes += (after?.size ?? 0) - (before?.size ?? 0)
      if (before) byTask.remove(before.task, before.n)
      if (after) byTask.add(after.task, after.n)
    },
  )
  return {
    ...table,
    get size() {
      return table.size
    },
    get bytes() {
      return bytes
    },
    of: byTask.of,
  }
}
