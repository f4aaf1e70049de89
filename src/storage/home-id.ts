import { statSync } from "node:fs"
import { join } from "node:path"
import { readPlain } from "../machine/plain-file.ts"

/** The id stored in a data directory; undefined if no server has run there, or in a copy. Client commands read it. */
export function readHomeId(directory: string): string | undefined {
  const path = homeIdPath(directory)
  try {
    const [id = "", number] = readPlain(path).bytes.toString().split("\n")
    return /^[\da-f]{16}$/.test(id) && number === String(statSync(path, { bigint: true }).ino)
      ? id
      : undefined
  } catch {
    return undefined
  }
}

export function homeIdPath(directory: string): string {
  return join(directory, "home-id")
}
