import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Git } from "./git.ts"
import { attemptIn } from "./branch-name.ts"
import { noneIfMissing } from "../machine/file-errors.ts"

/** What is kept of an attempt that has a tree, beside the repository's own refs. Its branch names it. */
export interface AttemptRecord {
  readonly branch: string
  readonly task: number
  /** Raised where the same session claims the task anew, so it may be higher than the one in the name. */
  readonly epoch: number
  /** When the task was created, as the board says: so that a task of another board with this number is not meant. */
  readonly createdAt: string
  /** The branch that it is to land in; null where none was checked out. */
  readonly base: string | null
  /** The commit that it began at. */
  readonly start: string
  /** The commits of the base that this attempt and those before it began at or were given. Absent in older records. */
  readonly began?: readonly string[]
  readonly path: string
  readonly agent: string
  readonly session: string | null
  /** `setup` has run, or there is none. */
  readonly isSetUp: boolean
  /** When the last attempt in it began, and git's hash of the files that it found, where they are not those of `start`. Absent in older records. */
  readonly begin?: { readonly at: string; readonly files?: string }
}

/** All that are kept in a repository. What cannot be read is passed over: it was written by a run that was killed. */
export async function readRecords(git: Git): Promise<AttemptRecord[]> {
  const directory = await keptDirectory(git)
  const names = (await readdir(directory).catch(noneIfMissing())) ?? []
  const all = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readRecord(join(directory, name))),
  )
  return all.filter((record) => record !== undefined)
}

export async function writeRecord(git: Git, record: AttemptRecord): Promise<void> {
  const directory = await keptDirectory(git)
  await mkdir(directory, { recursive: true })
  const path = join(directory, fileOf(record.branch))
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, JSON.stringify(record))
  await rename(temporary, path)
}

export async function removeRecord(git: Git, branch: string): Promise<void> {
  await rm(join(await keptDirectory(git), fileOf(branch)), { force: true })
}

/** The commits of the base that the attempts at a task are known to have begun at, as far as they were made here. */
export async function beganAt(git: Git, task: Pick<AttemptRecord, "task" | "createdAt">): Promise<string[]> {
  const records = (await readRecords(git)).filter(
    (each) => each.task === task.task && each.createdAt === task.createdAt,
  )
  return [...new Set(records.flatMap(({ began = [] }) => began))]
}

/** Where we keep what we know of a repository, beside its refs. */
export async function keptDirectory(git: Git): Promise<string> {
  return join((await git.places()).common, "upnext")
}

// --- internal ---

const fileOf = (branch: string) => `${branch.replace("/", "-")}.json`

async function readRecord(path: string): Promise<AttemptRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is AttemptRecord {
  if (typeof value !== "object" || value === null) return false
  const { branch, task, epoch, createdAt, base, start, began, path, agent, session, begin } = value as Record<
    string,
    unknown
  >
  const areTexts = [branch, createdAt, start, path, agent].every((each) => typeof each === "string")
  const isTextOrNull = (each: unknown) => each === null || typeof each === "string"
  return (
    areTexts &&
    attemptIn(branch as string)?.task === task &&
    typeof epoch === "number" &&
    isTextOrNull(base) &&
    isTextOrNull(session) &&
    (begin === undefined || (typeof begin === "object" && begin !== null)) &&
    (began === undefined || (Array.isArray(began) && began.every((each) => typeof each === "string")))
  )
}
