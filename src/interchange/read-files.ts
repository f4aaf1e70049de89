import type { ImportKind } from "../domain/wire/imports/import-form.ts"
import { inUtf8, isGuessed } from "./bytes/text.ts"
import { readChecklists } from "./checklist/read-checklist.ts"
import { presetFor } from "./csv/columns.ts"
import { readCsv } from "./csv/read-csv.ts"
import type { FoundTask } from "./items/draft.ts"
import { finish } from "./items/finish.ts"
import { createNotes, type Notes } from "./notes.ts"
import { readBacklog } from "./kinds/backlog.ts"
import { readBeads } from "./kinds/beads.ts"
import { readGitHub } from "./kinds/github.ts"
import { readTaskMaster } from "./kinds/task-master.ts"
import { readUpnext } from "./kinds/upnext.ts"
import type { GivenFile, ReadFiles, ReadWishes } from "./reader.ts"

/**
 * What the files of a kind hold, as items, and all that has to be said of it. Pure: no disk, no clock.
 * @param links names of links in the folder, which were not followed
 */
export function readFiles(
  kind: ImportKind,
  files: readonly GivenFile[],
  wishes: ReadWishes = {},
  links: readonly string[] = [],
): ReadFiles {
  const notes = createNotes()
  for (const link of links) notes.add("skipped", "{link} in the folder skipped: links are not followed", link)
  for (const { path, bytes } of files)
    if (isGuessed(bytes))
      notes.add("guessed", "{file} read as Windows-1252: it is not UTF-8", path === "-" ? undefined : path)
  return finish(kind, readers[kind](files.map(inUtf8), wishes, notes), wishes, notes)
}

// --- internal ---

type Reader = (files: readonly GivenFile[], wishes: ReadWishes, notes: Notes) => Iterable<FoundTask>

const readers: Readonly<Record<ImportKind, Reader>> = {
  beads: readBeads,
  backlog: readBacklog,
  "task-master": readTaskMaster,
  github: readGitHub,
  linear: csvOf("linear"),
  jira: csvOf("jira"),
  todoist: csvOf("todoist"),
  plane: csvOf("plane"),
  "vibe-kanban": csvOf("vibe-kanban"),
  csv: csvOf("csv"),
  checklist: readChecklists,
  upnext: readUpnext,
}

function csvOf(kind: ImportKind): Reader {
  return (files, wishes, notes) => {
    const preset = presetFor(kind, files)
    if (preset === undefined) throw new Error(`no preset of ${kind}`)
    return readCsv(preset, files, wishes, notes)
  }
}
