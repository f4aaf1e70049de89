import type { ImportKind } from "../domain/wire/imports/import-form.ts"
import { toLines } from "../domain/wire/plan/lines.ts"
import { bulletIn, headingIn } from "../domain/wire/plan/marks.ts"
import { formOf } from "../domain/wire/plan/outline.ts"
import { firstByte, openList, openObject, parseJson, recordsOf } from "./bytes/json.ts"
import { readLimits } from "./bytes/limits.ts"
import { inUtf8, textOf } from "./bytes/text.ts"
import { presetOf } from "./csv/presets.ts"
import { columnsOf } from "./csv/rows.ts"
import { isPlanName } from "./checklist/plan-place.ts"
import { readBacklogDocument } from "./kinds/backlog-document.ts"
import { isIssue } from "./kinds/github.ts"
import { isTaskMaster } from "./kinds/task-master.ts"
import { objectOf } from "./kinds/values.ts"
import type { GivenFile } from "./reader.ts"

/** The kind of files by what is in them, or by their names; undefined where they are of none that is known. */
export function recognise(files: readonly GivenFile[]): ImportKind | undefined {
  const kinds = files.map((file) => kindOf(inUtf8(file)))
  // In a folder of Backlog.md are files of no kind, such as its configuration, and notes with boxes.
  const isOwn = (kind: ImportKind | undefined) => kind !== undefined && kind !== "csv" && kind !== "checklist"
  return kinds.find(isOwn) ?? kinds.find((kind) => kind !== undefined)
}

/** Whether Markdown holds anything that a plan could take for a task. */
export function holdsItems({ bytes }: GivenFile): boolean {
  return toLines(textOf(bytes)).some((line) => bulletIn(line) ?? headingIn(line))
}

// --- internal ---

function kindOf({ path, bytes }: GivenFile): ImportKind | undefined {
  if (/\.(?:md|markdown)$/i.test(path))
    return isOfBacklog(bytes) ? "backlog" : isChecklist(path, bytes) ? "checklist" : undefined
  if (/(?:^|[/.])todo\.txt$/i.test(path)) return "checklist"
  if (/\.ya?ml$/i.test(path)) return undefined
  const first = firstByte(bytes)
  if (first === openObject || first === openList) return kindOfJson(bytes, first)
  return (
    presetOf(columnsOf(bytes))?.kind ?? (path === "-" && isChecklist(path, bytes) ? "checklist" : undefined)
  )
}

function isOfBacklog(bytes: Uint8Array): boolean {
  const fields = bytes.length > readLimits.lineBytes ? undefined : readBacklogDocument(textOf(bytes))?.fields
  return fields !== undefined && "id" in fields && "title" in fields
}

/** With a box, or, where its name says what it is, with any item or heading. */
function isChecklist(path: string, bytes: Uint8Array): boolean {
  if (bytes.length > readLimits.documentBytes) return false
  return formOf(toLines(textOf(bytes))) === "boxes" || (isPlanName(path) && holdsItems({ path, bytes }))
}

function kindOfJson(bytes: Uint8Array, first: number): ImportKind | undefined {
  let tried = 0
  for (const record of recordsOf(bytes)) {
    const value = "value" in record ? objectOf(record.value) : undefined
    const kind = value && kindOfRecord(value)
    if (kind) return kind
    if (++tried >= 20) break
  }
  if (first === openList) return undefined
  const whole = parseJson(bytes, readLimits.documentBytes)
  return "value" in whole && isTaskMaster(whole.value) ? "task-master" : undefined
}

function kindOfRecord(value: Readonly<Record<string, unknown>>): ImportKind | undefined {
  if (value["_type"] === "upnext") return "upnext"
  if (isTaskMaster(value)) return "task-master"
  if (isIssue(value)) return "github"
  if (typeof value["id"] !== "string") return undefined
  if (/^T-\d+$/.test(value["id"]) && "createdBy" in value) return "upnext"
  return "issue_type" in value || ("status" in value && "priority" in value) || value["_type"] === "issue"
    ? "beads"
    : undefined
}
