import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import { isPlanName, planPlaceOf, type PlanPlace } from "../../interchange/checklist/plan-place.ts"
import { kindWords } from "./kind-words.ts"

/** A file that was chosen or dropped, with its path inside the folder it came in. */
export interface TakenFile {
  readonly path: string
  readonly file: File
}

/** A file of a form field. */
export function withPath(file: File): TakenFile {
  return { path: file.webkitRelativePath || file.name, file }
}

/** What was dropped, folders included. To be called while the drop is handled: later the browser gives nothing. */
export function filesDropped({ items }: DataTransfer): Promise<TakenFile[]> {
  const lists = [...items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry) return below(entry, 0)
    const file = item.getAsFile()
    return Promise.resolve(file ? [{ path: file.name, file }] : [])
  })
  return Promise.all(lists).then((found) => found.flat())
}

/**
 * Of a folder that holds more than tasks, such as a repository, what a tool keeps there; else what stands in the folder
 * itself; else all that may hold tasks.
 * @param from the tool that was named, to choose from a folder that holds several
 * @returns the reason for taking none, if it is unclear which files are meant
 */
export function thoseWithTasks(files: readonly TakenFile[], from?: ImportKind): TakenFile[] | string {
  if (files.length === 1) return [...files]
  const own = files.filter(({ path }) => !/(^|\/)(?:node_modules|\.git)\//.test(path))
  const found = new Map<ImportKind, TakenFile[]>()
  for (const [kind, place] of places) {
    const there = own.filter(({ path }) => place.test(path))
    if (there.length > 0 && !found.has(kind)) found.set(kind, there)
  }
  const { plans, roots } = plansIn(own)
  if (plans.length > 0) found.set("checklist", plans)
  const fitting = [...found].filter(([kind]) => from === undefined || kind === from)
  const [[kind, list] = [], ...others] = fitting
  if (others.length > 0)
    return `contains ${fitting.map(([each]) => kindWords[each][0]).join(" and ")}. Choose one of them under “Written by”.`
  if (kind === "checklist" && roots.length > 1)
    return `contains plans from several repositories: ${roots.join(", ")}. Choose one of them.`
  if (list) return list
  const fit = own.filter(({ path }) => /\.(?:md|ya?ml|jsonl?|csv)$/i.test(path) || isPlanName(path))
  const near = fit.filter(({ path }) => path.split("/").length <= 2)
  return near.length > 0 ? near : fit
}

/** The path of a plan as the command line has it: in the repository of its spec, else below the folder that was taken. */
export function planPath(path: string): string {
  return planPlaceOf(path)?.inside ?? path.replace(/^[^/]*\//, "")
}

// --- internal ---

const places: readonly (readonly [ImportKind, RegExp])[] = [
  ["beads", /(^|\/)\.beads\/(?:issues|beads)\.jsonl$/],
  ["beads", /(^|\/)\.beads\/backup\/(?:issues|dependencies|labels|comments)\.jsonl$/],
  ["task-master", /(^|\/)\.taskmaster\/tasks\/tasks\.json$/],
  ["backlog", /(^|\/)(?:\.?backlog\/.*\.(?:md|ya?ml)|backlog\.config\.ya?ml)$/],
]

/** The plans of specs, those nearest to the folder that was taken, and the repositories that they stand in. */
function plansIn(files: readonly TakenFile[]): { plans: TakenFile[]; roots: string[] } {
  const found = files.flatMap(({ path, file }) => {
    const { root, inside } = planPlaceOf(path) ?? placeAlone(path, files) ?? {}
    return inside === undefined ? [] : [{ root: root ?? "", path: inside, file }]
  })
  const depth = ({ root }: { root: string }) => (root === "" ? 0 : root.split("/").length)
  const nearest = Math.min(...found.map(depth))
  const plans = found.filter((each) => depth(each) === nearest)
  return { plans, roots: [...new Set(plans.map(({ root }) => root))] }
}

/** The file beside a plan that tells the tool of a spec's folder, and where the tool keeps such folders. */
const besides = [
  ["spec.md", "specs"],
  ["requirements.md", ".kiro/specs"],
  ["proposal.md", "openspec/changes"],
] as const

function placeAlone(path: string, files: readonly TakenFile[]): Partial<PlanPlace> | undefined {
  const [folder, name, deeper] = path.split("/")
  if (name !== "tasks.md" || deeper !== undefined) return undefined
  const known = besides.find(([beside]) => files.some((each) => each.path === `${folder}/${beside}`))
  return known && { inside: `${known[1]}/${path}` }
}

const deepest = 12

async function below(entry: FileSystemEntry, depth: number): Promise<TakenFile[]> {
  const path = entry.fullPath.replace(/^\//, "")
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }]
  if (depth > deepest || entry.name === "node_modules" || entry.name === ".git") return []
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: TakenFile[] = []
  // Each call gives some of them; the last one none.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    for (const each of entries) found.push(...(await below(each, depth + 1)))
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
