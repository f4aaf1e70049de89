import { lstat } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import type { ImportKind } from "../../domain/wire/import-form.ts"

/** Where a tool keeps its tasks in a folder. */
interface ToolPlace {
  readonly kind: ImportKind
  /** Below the folder; `.` is the folder itself. */
  readonly at: string
  readonly isFile: boolean
}

/** The places of tools in a folder, and the links that stand in the way to one. */
export async function placesIn(folder: string): Promise<{ places: ToolPlace[]; links: string[] }> {
  const places: ToolPlace[] = []
  const links = new Set<string>()
  // Only what is called so is taken for the folder of Backlog.md itself: many hold one called `tasks`.
  const inside = /^\.?backlog$/.test(basename(resolve(folder))) ? [{ mark: "tasks", at: "." }] : []
  for (const { kind, marks: itsOwn } of known) {
    const marks = kind === "backlog" ? [...itsOwn, ...inside] : itsOwn
    for (const { mark, at } of marks) {
      const found = await lookAt(folder, mark, links)
      if (found === undefined) continue
      places.push({ kind, at, isFile: at === mark && found === "file" })
      break
    }
  }
  return { places, links: [...links] }
}

// --- internal ---

const itself = (at: string) => ({ mark: at, at })

/** The first mark of each that is there counts. */
const known: readonly { kind: ImportKind; marks: readonly { mark: string; at: string }[] }[] = [
  { kind: "beads", marks: [".beads/issues.jsonl", ".beads/beads.jsonl", "issues.jsonl"].map(itself) },
  {
    kind: "task-master",
    marks: [".taskmaster/tasks/tasks.json", "tasks/tasks.json", "tasks.json"].map(itself),
  },
  {
    kind: "backlog",
    marks: [
      { mark: "backlog/tasks", at: "backlog" },
      { mark: ".backlog/tasks", at: ".backlog" },
      { mark: "config.yml", at: "." },
      { mark: "completed", at: "." },
      { mark: "drafts", at: "." },
    ],
  },
]

/** What stands there, if no part of the way is a link. */
async function lookAt(
  folder: string,
  way: string,
  links: Set<string>,
): Promise<"file" | "folder" | undefined> {
  const names = way.split("/")
  let isFile = false
  for (const i of names.keys()) {
    const part = names.slice(0, i + 1).join("/")
    const found = await lstat(join(folder, part)).catch(() => undefined)
    if (found?.isSymbolicLink()) links.add(part)
    if (found === undefined || !(found.isFile() || found.isDirectory())) return undefined
    isFile = found.isFile()
  }
  return isFile ? "file" : "folder"
}
