import { randomBytes } from "node:crypto"
import { open, realpath, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { fail } from "../../errors.ts"
import { syncDirectory } from "../../machine/durable-file.ts"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import { isThere, keepMode, putNew } from "../../machine/put-new.ts"
import { otherPlaces } from "../../terminal/home-hints.ts"

/**
 * A file that has its name only when all of it is on the disk.
 * @param force whether it may take the place of a file, whose mode and owner it gets
 */
export async function openWhole(named: string, force: boolean) {
  if (!force && (await isThere(named))) failThere(named)
  const path = await placeOf(named)
  const directory = dirname(resolve(path))
  const draft = join(directory, `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`)
  const refuse = async (error: unknown): Promise<never> => {
    if (errno(error) !== "ENOENT") throw asRefusal(error, named, { part: "output" })
    if (await isThere(directory))
      fail("invalid_input", {
        detail: `${named} cannot be created.`,
        hint: otherPlaces["output"],
        facts: { path: named },
      })
    return fail("invalid_input", { detail: `There is no directory ${directory}.`, hint: "Create it first." })
  }
  const handle = await open(draft, "wx", 0o600).catch(refuse)
  return {
    write: (piece: string) => handle.writeFile(piece).catch(refuse),
    /** Syncs it, and gives it its name. */
    async finish() {
      const old = force ? await stat(path).catch(() => undefined) : undefined
      if (old) await keepMode(draft, old).catch(refuse)
      await handle.sync().catch(refuse)
      await (force ? rename(draft, path).catch(refuse) : putNew(draft, path, failThere))
      await syncDirectory(directory).catch(refuse)
    },
    /** Leaves nothing of it, if it is not finished. */
    async close() {
      await handle.close()
      await rm(draft, { force: true })
    },
  }
}

// --- internal ---

/** What a link leads to is replaced, not the link. A device or a directory is not replaced by a file. */
async function placeOf(named: string): Promise<string> {
  const found = await stat(named).catch(() => undefined)
  if (!found) return named
  if (!found.isFile())
    fail("invalid_input", {
      detail: `${named} is not a file.`,
      facts: { path: named },
      hint: "Name a file, or leave out --output to write to standard output.",
    })
  return realpath(named)
}

function failThere(path: string): never {
  fail("invalid_input", {
    detail: `${path} already exists.`,
    facts: { path },
    hint: "Choose another name, or replace the file with --force.",
  })
}
