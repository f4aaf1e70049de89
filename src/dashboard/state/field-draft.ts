import { session } from "../api/session.ts"

/** Text that was typed and not saved, and what the field held when it was begun. */
export interface FieldDraft {
  readonly text: string
  readonly base: string
}

export function readDraft(key: string): FieldDraft | undefined {
  const text = session.draft(key)
  return text === null ? undefined : (JSON.parse(text) as FieldDraft)
}

export function writeDraft(key: string, draft: FieldDraft | null): void {
  if (draft) session.setDraft(key, JSON.stringify(draft))
  else session.dropDraft(key)
}
