import type { FileFields } from "../../events/index.ts"

/** A file of a task. Its bytes are in the attachment store, under their digest. */
export interface Attachment extends FileFields {
  readonly n: number
  readonly task: number
  readonly by: string
  readonly createdAt: number
}
