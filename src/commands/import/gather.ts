import { createReadStream } from "node:fs"
import { lstat, readdir, realpath, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { fail } from "../../errors.ts"
import { readLimits } from "../../interchange/bytes/limits.ts"
import type { GivenFile } from "../../interchange/reader.ts"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import { planFolders, planPlaceOf } from "../../interchange/checklist/plan-place.ts"
import { placesIn, planFoldersIn } from "./places.ts"

/** What is to be read. */
export interface Gathered {
  /** What the import is called. */
  readonly name: string
  readonly files: readonly GivenFile[]
  /** Links in a folder, which are not followed. */
  readonly links: readonly string[]
  /** The folder that the paths of plans begin in: the repository, where a tool keeps them in their place. */
  readonly root: string
  /** The folders of specs whose plans are all among the files, such as `specs`. */
  readonly folders?: readonly string[]
  /** Another copy of the tasks in the folder, which is not read. */
  readonly copy?: string | undefined
}

/**
 * Reads a file, what comes on standard input, or what a tool keeps in a folder.
 * @param from the kind that was named, to choose from a folder that holds several
 */
export async function gather(path: string, from: string | undefined): Promise<Gathered> {
  const budget = createBudget(path === "-" ? "Standard input" : path)
  if (path === "-") {
    const file = { path: "-", bytes: await readAll(process.stdin, budget) }
    return { name: "standard input", files: [file], links: [], root: path }
  }
  const name = basename(resolve(path)) || "import"
  const found = await stat(path).catch((error: unknown) => refuse(error, path))
  if (!found.isDirectory()) {
    const paths = [basename(path), ...(await besideIt(dirname(path), basename(path)))]
    return { name, links: [], ...(await readAllOf(dirname(path), paths, budget)) }
  }
  const { root: top, paths, links, copy, folders } = await filesOf(path, from)
  if (paths.length > readLimits.files) failTooMany(path)
  const { files, root } = await readAllOf(top, paths, budget)
  if (files.length === 0)
    fail("invalid_input", {
      detail: `Found nothing to import in ${path}.`,
      hint: "Name a file, or the folder that contains .beads, backlog, .taskmaster, specs, .kiro, openspec, or CSV, JSON or Markdown files.",
    })
  return { name, files, links: [...links], root, folders, copy: copy && join(path, copy) }
}

// --- internal ---

/** A plan in its place is called alike from wherever it is named: by its path in the repository. */
async function readAllOf(folder: string, paths: readonly string[], budget: Budget) {
  const real = await realpath(folder)
  const files: GivenFile[] = []
  let root = real
  for (const path of paths) {
    // A link to a plan is that plan.
    const place =
      planPlaceOf(await realpath(join(folder, path)).catch(() => "")) ?? planPlaceOf(join(real, path))
    if (place) root = place.root || "/"
    files.push({ path: place?.inside ?? path, bytes: await readFile(join(folder, path), budget) })
  }
  return { files, root }
}

interface FilesInFolder {
  readonly root: string
  readonly paths: string[]
  readonly links: Set<string>
  readonly folders: string[]
  copy?: string
}

/** Of a place that a tool keeps in the folder, its files; else the files that stand in the folder itself. */
async function filesOf(path: string, from: string | undefined): Promise<FilesInFolder> {
  const { places, links } = await placesIn(path)
  const { plans, folders } = await plansIn(path, new Set(links))
  const all =
    plans.length === 0
      ? places
      : [...places, { kind: "checklist" as const, at: dirname(plans[0] ?? ""), isFile: false }]
  const fitting = from === undefined ? all : all.filter(({ kind }) => kind === from)
  const [place, another] = fitting
  if (place && another)
    fail("invalid_input", {
      detail: `${path} holds ${place.at} and ${another.at}.`,
      hint: `Name one of the two, or add --from ${place.kind} or --from ${another.kind}.`,
    })
  const found: FilesInFolder = { root: path, paths: [], links: new Set(links), folders: [] }
  const copy = place?.at === ".beads/issues.jsonl" ? ".beads/backup/issues.jsonl" : undefined
  if (copy && (await lstat(join(path, copy)).catch(() => undefined))?.isFile()) found.copy = copy
  if (place?.kind === "checklist") {
    found.paths.push(...plans)
    found.folders.push(...folders)
  } else if (place?.isFile === true) found.paths.push(place.at, ...(await besideIt(path, place.at)))
  else if (place) {
    await walk(path, place.at === "." ? "" : place.at, found, 0)
    if (place.config !== undefined) found.paths.push(place.config)
  } else await list(path, "", found)
  found.paths.sort()
  return found
}

/**
 * The plans of specs in the folder: where a tool keeps them, or, where the folder is such a place itself, below it. Of a
 * folder of specs, all plans are among them.
 */
async function plansIn(path: string, links: Set<string>): Promise<{ plans: string[]; folders: string[] }> {
  const found: FilesInFolder = { root: path, paths: [], links, folders: [] }
  const real = await realpath(path)
  const isInside = planPlaceOf(join(real, "x/tasks.md")) !== undefined
  for (const at of isInside ? [""] : await planFoldersIn(path, links)) {
    await walk(path, at, found, 0)
    const { inside = "" } = planPlaceOf(join(real, at, "x/tasks.md")) ?? {}
    found.folders.push(...planFolders.filter((each) => inside === `${each}/x/tasks.md`))
  }
  return {
    plans: found.paths.filter((each) => planPlaceOf(join(real, each))),
    folders: found.folders,
  }
}

/** Of the backup that beads writes since Dolt, the files with edges, labels and comments: without them tasks wait for nothing. */
async function besideIt(root: string, path: string): Promise<string[]> {
  if (basename(path) !== "issues.jsonl") return []
  const found: string[] = []
  for (const part of ["dependencies.jsonl", "labels.jsonl", "comments.jsonl"]) {
    const at = join(dirname(path), part)
    if ((await lstat(join(root, at)).catch(() => undefined))?.isFile()) found.push(at)
  }
  return found
}

/** How deep folders may lie in each other. */
const deepest = 12

async function walk(root: string, below: string, found: FilesInFolder, depth: number): Promise<void> {
  for (const folder of await list(root, below, found))
    if (depth < deepest) await walk(root, folder, found, depth + 1)
}

/** Adds the files that may hold tasks. @returns the folders */
async function list(root: string, below: string, found: FilesInFolder): Promise<string[]> {
  const folders: string[] = []
  for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown) =>
    refuse(error, join(root, below)),
  )) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    const isOne = /\.(?:md|ya?ml|jsonl?|csv)$/i.test(entry.name)
    if (entry.isSymbolicLink()) found.links.add(path)
    else if (entry.isDirectory()) folders.push(path)
    else if (entry.isFile() && isOne) found.paths.push(path)
    if (found.paths.length > readLimits.files) failTooMany(root)
  }
  return folders.sort()
}

/** How many bytes may still be read. */
type Budget = ReturnType<typeof createBudget>

function createBudget(path: string) {
  let left: number = readLimits.totalBytes
  return {
    take(bytes: number): void {
      left -= bytes
      if (left < 0)
        fail("invalid_input", {
          detail: `${path} is larger than ${readLimits.totalBytes / 1024 / 1024} MiB.`,
          hint: "Split the file or folder, and import the parts one by one.",
        })
    },
  }
}

/** A named pipe is read too, as `<(gh issue list …)` is one. */
async function readFile(path: string, budget: Budget): Promise<Uint8Array> {
  try {
    const { size } = await lstat(path)
    budget.take(size)
    budget.take(-size)
    return await readAll(createReadStream(path), budget)
  } catch (error) {
    return refuse(error, path)
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>, budget: Budget): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of stream) {
    budget.take(part.length)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function failTooMany(path: string): never {
  fail("invalid_input", {
    detail: `${path} contains more than ${readLimits.files} files.`,
    hint: "Choose a folder with fewer files.",
  })
}

function refuse(error: unknown, path: string): never {
  if (errno(error) === "ENOENT")
    fail("invalid_input", {
      detail: `There is no file or folder ${path}.`,
      hint: "Give the path of a file or folder, or `-` for standard input.",
    })
  throw asRefusal(error, path, { part: "input" })
}
