import { lstatSync } from "node:fs"
import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { readPlain } from "../machine/plain-file.ts"
import { nearest } from "../nearest.ts"
import { line, note } from "./output.ts"
import { noChecks, readChecks, type ProjectChecks } from "./project-checks.ts"
import { failConfig, parseBytes } from "./sources.ts"

export interface ProjectFile {
  readonly path: string
  readonly url?: string | undefined
  readonly agent?: string | undefined
  readonly project?: string | undefined
  /** What it says about the work in its repository. */
  readonly own: ProjectChecks
  /** It is at the root of a repository, and not in a tree that was added to one. */
  readonly isOfMain: boolean
}

/**
 * The `.upnext.json` in a directory, or the nearest above it, up to the root of the repository. A file of another user ends
 * the search, and is not used: whoever may write to a directory above could say where commands go. Throws `invalid_config`.
 */
export function findProjectFile(cwd: string): ProjectFile | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const path = join(directory, ".upnext.json")
    const value = readProjectFile(path)
    if (value === "foreign") return undefined
    if (value !== undefined) return checkProjectFile(path, value)
    if (dirname(directory) === directory || lookAt(join(directory, ".git"))) return undefined
  }
}

/** What a `.upnext.json` says about the work in its repository. Throws `invalid_config`. */
export function checksIn(path: string): ProjectChecks {
  const value = readProjectFile(path)
  return value === undefined || value === "foreign" ? noChecks : readChecks(path, value)
}

// --- internal ---

const texts = ["url", "agent", "project"]
const known = [...texts, "checks", "setup", "trees"]

/** No link is followed: it may lead to any file of the user. */
function readProjectFile(path: string): Record<string, unknown> | "foreign" | undefined {
  if (!lookAt(path)) return undefined
  const { bytes, uid } = readPlain(path, { followsLink: false })
  if (isOwn(uid)) return parseBytes(path, bytes)
  if (!told.has(path)) note(`${line(path)} belongs to another user, so it is not used.`)
  told.add(path)
  return "foreign"
}

const told = new Set<string>()

/** As git has it, root trusts who called it by `sudo`. What root owns is the system's. */
function isOwn(uid: number): boolean {
  const own = process.geteuid?.()
  return own === undefined || [own, 0].includes(uid) || (own === 0 && String(uid) === process.env["SUDO_UID"])
}

function lookAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function checkProjectFile(path: string, value: Record<string, unknown>): ProjectFile {
  for (const key of Object.keys(value)) {
    if (key === "token") {
      fail("invalid_config", {
        detail: `${path} is a shared file, so it must not hold a token.`,
        hint: "Remove the token, create a new one, and set UPNEXT_TOKEN to that one instead.",
      })
    }
    if (known.includes(key)) continue
    const meant = nearest(key, known)
    failConfig(path, `unknown key ${JSON.stringify(key)}.${meant ? ` Did you mean ${meant}?` : ""}`)
  }
  for (const [key, each] of Object.entries(value)) {
    if (!texts.includes(key)) continue
    if (typeof each !== "string" || each === "") failConfig(path, `${key} must be text.`)
  }
  const { url, agent, project } = value as Partial<Record<string, string>>
  return {
    path,
    url,
    agent,
    project,
    own: readChecks(path, value),
    isOfMain: lookAt(join(dirname(path), ".git"))?.isDirectory() === true,
  }
}
