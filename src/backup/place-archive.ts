import { link, rename } from "node:fs/promises"
import { fail } from "../errors.ts"
import { isThere, putNew } from "../machine/put-new.ts"

/** Gives a finished archive its final name unless that name is taken. @throws board_exists */
export function placeNew(draft: string, path: string, files = { link, rename }): Promise<void> {
  return putNew(draft, path, failThere, files)
}

/** @throws board_exists */
export async function checkFree(path: string): Promise<void> {
  if (await isThere(path)) failThere(path)
}

// --- internal ---

function failThere(path: string): never {
  fail("board_exists", { detail: `${path} already exists.`, facts: { path, part: "backup" } })
}
