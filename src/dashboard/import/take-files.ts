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

/** Of a folder that holds more than tasks, such as a repository, what a tool keeps there; else all that may hold tasks. */
export function thoseWithTasks(files: readonly TakenFile[]): TakenFile[] {
  const fit = files.filter(({ path }) => /\.(?:md|ya?ml|jsonl?|csv)$/i.test(path))
  if (files.length === 1) return [...files]
  return (
    places.map((place) => fit.filter(({ path }) => place.test(path))).find((list) => list.length > 0) ?? fit
  )
}

// --- internal ---

const places = [
  /(^|\/)\.beads\/issues\.jsonl$/,
  /(^|\/)\.beads\/backup\/(?:issues|dependencies|labels|comments)\.jsonl$/,
  /(^|\/)\.taskmaster\/tasks\/tasks\.json$/,
  /(^|\/)(?:\.?backlog\/.*\.(?:md|ya?ml)|backlog\.config\.ya?ml)$/,
]

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
