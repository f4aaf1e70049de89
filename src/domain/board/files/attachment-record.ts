import type { FileFields } from "../../events/index.ts"

/** A file attached to a task. The file's bytes are in the attachment store, under their digest. */
export interface Attachment extends FileFields {
  readonly n: number
  readonly task: number
  readonly by: string
  readonly createdAt: number
}
