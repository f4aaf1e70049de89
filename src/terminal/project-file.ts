import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { readChecks, type ProjectChecks } from "./project-checks.ts"
import { failConfig, readObject } from "./sources.ts"

export interface ProjectFile {
  readonly path: string
  readonly url?: string | undefined
  readonly agent?: string | undefined
  readonly project?: string | undefined
  /** The commands of the repository, as they stand in this file. */
  readonly checks: ProjectChecks["checks"]
}

/** The `.upnext.json` in a directory, or the nearest above it. Throws `invalid_config`. */
export function findProjectFile(cwd: string): ProjectFile | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const path = join(directory, ".upnext.json")
    const value = readObject(path)
    if (value !== undefined) return checkProjectFile(path, value)
    if (dirname(directory) === directory) return undefined
  }
}

// --- internal ---

const texts = ["url", "agent", "project"]
const known = [...texts, "checks", "setup", "trees"]

function checkProjectFile(path: string, value: Record<string, unknown>): ProjectFile {
  for (const key of Object.keys(value)) {
    if (key === "token") {
      fail("invalid_config", {
        detail: `${path} holds a token, but it is a file that is shared.`,
        hint: "Take it out, make a new token, and set UPNEXT_TOKEN instead.",
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
  return { path, url, agent, project, checks: readChecks(path, value).checks }
}
