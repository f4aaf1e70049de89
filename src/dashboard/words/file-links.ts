import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"

/** A file attached to a task, as texts refer to the file: by the path on the server. */
export interface FileLink {
  readonly id: string
  readonly attachment: string
}

/** What to write into a text for a file: a picture where it is one, else a link. */
export function fileText({ taskId, id, name, type }: AttachmentView): string {
  const text = name.replace(/[\\[\]`*_<&]/g, "\\$&")
  return `${type.startsWith("image/") ? "!" : ""}[${text}](/tasks/${taskId}/attachments/${id})`
}

/** The file that an address of this server names; null for any other. */
export function fileOf(address: string): FileLink | null {
  const [, id, attachment] = /^\/tasks\/(T-\d+)\/attachments\/(A-\d+)$/.exec(address) ?? []
  return id !== undefined && attachment !== undefined ? { id, attachment } : null
}
