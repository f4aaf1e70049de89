import { lstatSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { auditorGit, parts } from "./auditor-git.ts"

/** The files of a checkout that no commit holds, with their bytes: changed, untracked and ignored ones. */
export function ownFiles(root: string): Map<string, string> {
  const { git } = auditorGit(root)
  const status = [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignored=matching",
  ]
  const paths = parts(git(...status, "--ignore-submodules=all")).map((row) => row.slice(3))
  const own = new Map<string, string>()
  for (const path of paths) {
    const bytes = bytesOf(root, path)
    // Agents change that one in the checkout of a person.
    if (bytes !== undefined && path !== ".upnext.json") own.set(path, bytes)
  }
  return own
}

/** One character is one byte. Undefined where it is no plain file. */
export function bytesOf(root: string, path: string): string | undefined {
  const place = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, "latin1")])
  const found = lstatSync(place, { throwIfNoEntry: false })
  return found?.isFile() === true ? readFileSync(place, "latin1") : undefined
}

/** The same for a directory and the name of a file in it. */
export const textAt = (...path: string[]) => readFileSync(join(...path), "latin1")
