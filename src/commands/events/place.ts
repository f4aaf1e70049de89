import { dirname, join } from "node:path"
import { fail, UpnextError } from "../../errors.ts"
import { holdAlone } from "../../home/alone.ts"
import { syncDirectory } from "../../machine/durable-file.ts"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import { durableText, jsonFile } from "../../machine/json-file.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { version } from "../../version.ts"

/** How far a name has come in the events of a board. One process at a time has it. */
export interface EventPlace {
  /** The last event that is done; undefined for a new name. */
  readonly after: number | undefined
  /** Resolves when the place is on the disk. */
  keep(after: number): Promise<void>
  close(): Promise<void>
}

/** @param board tells the boards apart, so that a name on another board is another place; a server says it, so it may be any text */
export async function openPlace(home: string, board: string, name: string): Promise<EventPlace> {
  const directory = join(home, "events", pathPart(board), pathPart(name))
  const refuse = (error: unknown): never => {
    throw asRefusal(error, directory)
  }
  for (const made of await makeDirectory(directory)) await syncDirectory(dirname(made)).catch(refuse)
  const path = join(directory, "place.json")
  const file = jsonFile<KeptPlace>(durableText(path))
  const hold = await holdAlone(directory, version).catch((error: unknown) =>
    failHeld(asRefusal(error, directory), name),
  )
  try {
    return {
      after: placeIn(await file.read().catch((error: unknown) => failRead(path, error)), path),
      keep: (after) => file.write({ after }).catch(refuse),
      close: () => hold.release(),
    }
  } catch (error) {
    await hold.release()
    throw error
  }
}

// --- internal ---

/** A text as the name of one directory, whatever it holds. */
const pathPart = (text: string): string => encodeURIComponent(text).replace(/^\./, "%2E")

interface KeptPlace {
  after: number
}

function placeIn(kept: KeptPlace | null, path: string): number | undefined {
  if (kept === null) return undefined
  const { after } = kept
  return Number.isSafeInteger(after) && after >= 0 ? after : failRead(path)
}

function failRead(path: string, cause?: unknown): never {
  const code = errno(cause)
  fail("invalid_config", {
    detail: `${path} ${code === "" ? "does not hold a position in the event log" : `cannot be read (${code})`}.`,
    hint: 'The file should hold the seq of the last event done, such as {"after": 120}. Without the file, the name starts over.',
    cause,
  })
}

function failHeld(error: unknown, name: string): never {
  if (!(error instanceof UpnextError && error.code === "home_locked")) throw error
  const { pid } = (error.facts["server"] ?? {}) as { readonly pid?: number }
  fail("unavailable", {
    detail: `Another process${pid === undefined ? "" : ` (pid ${pid})`} is already using the name ${name}.`,
    hint: "End it first, or choose another --name.",
    cause: error,
  })
}
