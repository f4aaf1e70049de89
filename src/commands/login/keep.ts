import { rm } from "node:fs/promises"
import { dirname } from "node:path"
import { syncDirectory } from "../../machine/durable-file.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { durableText, jsonFile } from "../../machine/json-file.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import type { Credential } from "../../terminal/credentials.ts"

/** Keeps the token of a URL in a file for its owner only (0600), in a directory of the same kind (0700). */
export async function keepCredential(path: string, url: string, credential: Credential): Promise<void> {
  const file = openFile(path)
  try {
    for (const made of await makeDirectory(dirname(path))) await syncDirectory(dirname(made))
    await file.write({ ...(await file.read()), [url]: credential })
  } catch (error) {
    throw asRefusal(error, path)
  }
}

/** Forgets the token of a URL; answers false where none is kept. The file goes with the last one. */
export async function forgetCredential(path: string, url: string): Promise<boolean> {
  const file = openFile(path)
  try {
    const { [url]: kept, ...others } = (await file.read()) ?? {}
    if (kept === undefined) return false
    if (Object.keys(others).length > 0) await file.write(others)
    else await rm(path)
    return true
  } catch (error) {
    throw asRefusal(error, path)
  }
}

// --- internal ---

type Credentials = Readonly<Record<string, Credential>>

const openFile = (path: string) => jsonFile<Credentials>(durableText(path))
