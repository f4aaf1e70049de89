import { Low } from "lowdb"
import { jsonFile, printJson, type TextFile } from "../machine/json-file.ts"
import { write } from "./apply.ts"
import { emptyRecord, isRecord, recordPath, type AgentsRecord } from "./record.ts"
import type { Place } from "./repository.ts"

/** Reads the record of a repository: an empty one where there is no file, undefined where the file is no record. */
export async function readRecord(root: string, place: Place): Promise<AgentsRecord | undefined> {
  const db = open(root, place)
  try {
    await db.read()
  } catch {
    return undefined
  }
  return isRecord(db.data) ? db.data : undefined
}

export async function writeRecord(root: string, place: Place, record: AgentsRecord): Promise<void> {
  const db = open(root, place)
  db.data = record
  await db.write()
}

/** Whether the file already is what `writeRecord` would write. */
export function isKept({ seen }: Place, record: AgentsRecord): boolean {
  return seen.state === "text" && seen.text === printJson(record)
}

// --- internal ---

function open(root: string, place: Place): Low<AgentsRecord> {
  const { seen } = place
  const file: TextFile = {
    read: () =>
      seen.state === "refused"
        ? Promise.reject(new Error(seen.why))
        : Promise.resolve(seen.state === "text" ? seen.text : undefined),
    write: (text) => write(root, recordPath, place, text),
  }
  return new Low(jsonFile<AgentsRecord>(file), emptyRecord)
}
