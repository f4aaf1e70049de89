import { lstat, readFile, realpath } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { planFolders } from "../../interchange/checklist/plan-place.ts"
import type { ImportKind } from "../../domain/wire/imports/import-form.ts"

/** Where a tool keeps its tasks in a folder. */
interface ToolPlace {
  readonly kind: ImportKind
  /** Below the folder; `.` is the folder itself. */
  readonly at: string
  readonly isFile: boolean
  /** A file beside the place that says how it is to be read. */
  readonly config?: string
}

/** The places of tools in a folder, and the links that stand in the way to one. */
export async function placesIn(folder: string): Promise<{ places: ToolPlace[]; links: string[] }> {
  const places: ToolPlace[] = []
  const links = new Set<string>()
  const configured = await configuredIn(folder)
  // Only what is called so is taken for the folder of Backlog.md itself: many hold one called `tasks`.
  const inside = /^\.?backlog$/.test(basename(resolve(folder))) ? [{ mark: "tasks", at: "." }] : []
  for (const { kind, marks: itsOwn } of known) {
    const marks = kind === "backlog" ? [...configured, ...itsOwn, ...inside] : itsOwn
    for (const { mark, at } of marks) {
      const found = await lookAt(folder, mark, links)
      if (found === undefined) continue
      const config = kind === "backlog" && configured.length > 0 ? { config: rootConfig } : {}
      places.push({ kind, at, isFile: at === mark && found === "file", ...config })
      break
    }
  }
  return { places, links: [...links] }
}

// --- internal ---

const rootConfig = "backlog.config.yml"

/** The folder that the configuration of Backlog.md names, where that stands at the root. */
async function configuredIn(folder: string): Promise<{ mark: string; at: string }[]> {
  const found = await lstat(join(folder, rootConfig)).catch(() => undefined)
  if (!found?.isFile()) return []
  const text = await readFile(join(folder, rootConfig), "utf8").catch(() => "")
  const [, named = "backlog"] = /^backlog_directory:\s*["']?([^"'\n#]+?)["']?\s*(?:#.*)?$/m.exec(text) ?? []
  const at = named.trim().replace(/^\.\/|\/+$/g, "")
  return at.startsWith("/") || at.split("/").includes("..") ? [] : [{ mark: at, at }]
}

const itself = (at: string) => ({ mark: at, at })

/** The folders of specs that stand in a folder, also where it is the upper part of such a place, as `openspec` is. */
export async function planFoldersIn(folder: string, links: Set<string>): Promise<string[]> {
  const own = `${basename(await realpath(folder))}/`
  const found: string[] = []
  for (const at of planFolders.flatMap((each) => [
    each,
    ...(each.startsWith(own) ? [each.slice(own.length)] : []),
  ]))
    if (!found.includes(at) && (await lookAt(folder, at, links)) === "folder") found.push(at)
  return found
}

/** The first mark of each that is there counts. */
const known: readonly { kind: ImportKind; marks: readonly { mark: string; at: string }[] }[] = [
  {
    kind: "beads",
    marks: [
      ...[".beads/issues.jsonl", ".beads/beads.jsonl", ".beads/backup/issues.jsonl"],
      ...["issues.jsonl", "backup/issues.jsonl"],
    ].map(itself),
  },
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
