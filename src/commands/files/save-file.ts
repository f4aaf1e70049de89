import { randomUUID } from "node:crypto"
import { link, rename, rm, stat, writeFile } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { fail } from "../../errors.ts"
import { errno } from "../../machine/file-errors.ts"
import { quote } from "../../terminal/typed.ts"

/**
 * Writes a file under a name that a server gave, or at the path that a person typed. The name never leads out of the
 * directory. What is there already stays, but with `force`; a link there is replaced, and not followed.
 * @returns where it was written
 */
export async function saveFile(
  bytes: Uint8Array,
  { name, to, force }: { readonly name: string; readonly to: string | undefined; readonly force: boolean },
): Promise<string> {
  const path = await pathFor(name, to)
  const beside = join(dirname(resolve(path)), `.${randomUUID()}.part`)
  try {
    await writeFile(beside, bytes, { flag: "wx", mode: 0o600 })
    if (force) await rename(beside, path)
    else await link(beside, path)
    return path
  } catch (cause) {
    if (errno(cause) === "EEXIST")
      fail("invalid_input", {
        detail: `${path} already exists, so it was not written.`,
        facts: { path },
        hint: `Replace it with --force, or choose another name with -o.`,
        cause,
      })
    const why = cause instanceof Error ? cause.message : String(cause)
    fail("invalid_input", {
      detail: `${quote(path)} cannot be written: ${why}.`,
      facts: errno(cause) === "ENOENT" ? {} : { path },
      hint: "Choose another place with -o.",
      cause,
    })
  } finally {
    await rm(beside, { force: true })
  }
}

// --- internal ---

async function pathFor(name: string, to: string | undefined): Promise<string> {
  if (to === undefined) return safeName(name)
  return (await isDirectory(to)) ? join(to, safeName(name)) : to
}

/**
 * No server is trusted with the names of files here. Windows gives some names to devices, and programs read files whose
 * names begin with a dot, such as a shell.
 */
function safeName(name: string): string {
  const isPlain = name === basename(name) && !/[\\/:\0]|^\.|^$/.test(name)
  const isDevice = process.platform === "win32" && /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)
  if (isPlain && !isDevice) return name
  fail("invalid_input", {
    detail: `${JSON.stringify(name)} cannot be a file name here.`,
    hint: "Choose another name with -o.",
  })
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
