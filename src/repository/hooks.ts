import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { join, resolve } from "node:path"
import { succeeds } from "../machine/file-errors.ts"
import type { Git } from "./git.ts"

/** The hooks by which a repository looks at what is committed, as far as they are set up here. */
export async function commitHooks(git: Git): Promise<string[]> {
  const directory = await hooksOf(git)
  const found = names.map((name) => succeeds(access(join(directory, name), constants.X_OK)))
  const areThere = await Promise.all(found)
  return names.filter((_, i) => areThere[i])
}

/** The directory of the hooks as the user has set it: the last value is the one that we give each git. */
export async function hooksOf(git: Git): Promise<string> {
  const { stdout } = await git.ask(["config", "--type=path", "--get-all", "core.hooksPath"])
  const set = stdout.trimEnd().split("\n").at(-2)
  if (set !== undefined) return resolve(git.directory, set)
  return join((await git.places()).common, "hooks")
}

// --- internal ---

const names = ["pre-commit", "prepare-commit-msg", "commit-msg"]
