import { randomBytes } from "node:crypto"
import { open, readFile } from "node:fs/promises"
import { join } from "node:path"
import { readCommands } from "../domain/board/upcast.ts"
import { system } from "../domain/wire/names.ts"
import { fail, UpnextError } from "../errors.ts"
import { writeSynced } from "../machine/durable-file.ts"
import { asRefusal, noneIfMissing } from "../machine/file-errors.ts"
import { machineFiles } from "../machine/files.ts"
import { parseJsonObject } from "../machine/text.ts"
import { encodeLine } from "../storage/journal/line.ts"
import { beginning, readJournal, type JournalEnd } from "../storage/journal/recovery.ts"
import { listSegments } from "../storage/journal/segments.ts"
import { configFile, journalFolder, type Manifest } from "./manifest.ts"
import { printable } from "./printable.ts"

/** A home that is not in its final location yet. */
interface Unpacked {
  readonly file: string
  readonly made: string
  readonly keepTokens: boolean
}

/**
 * The original configuration without the settings that control access: an archive must not open a server, and its
 * tokens were made earlier. Resolves to the names of the settings that are left out.
 */
export async function prepareConfig({ file, made, keepTokens }: Unpacked): Promise<readonly string[]> {
  const path = join(made, configFile)
  const text = await readFile(path, "utf8").catch(noneIfMissing())
  if (text === undefined) return []
  const config = parseConfig(text)
  if (config === undefined) return failBad(file, `its ${configFile} does not contain a JSON object`)
  if ("database" in config || "databaseDirect" in config)
    failBad(file, `its ${configFile} names a database, but this is the backup of a data directory`)
  const leftOut = Object.keys(config).filter(
    (key) => opening.includes(key) || (key === "tokens" && !keepTokens),
  )
  if (leftOut.length === 0) return []
  const rest = Object.fromEntries(Object.entries(config).filter(([key]) => !leftOut.includes(key)))
  await writeSynced(path, Buffer.from(`${JSON.stringify(rest, null, 2)}\n`))
  return leftOut.filter((key) => key !== "tokens")
}

/**
 * The settings that give access to anyone other than programs on this machine, and the settings that cause files to
 * be written elsewhere.
 */
const opening = ["host", "auth", "allowedHosts", "trustProxy", "hostedDashboard", "backup", "notify"]

interface Verified {
  readonly end: JournalEnd
  /** When its last command was, in ms since 1970. */
  readonly lastAt: number
}

/** Reads every event of the journal, as a start does. */
export async function verifyJournal(file: string, made: string, manifest: Manifest): Promise<Verified> {
  const journal = join(made, journalFolder)
  try {
    const place = { path: journal, files: machineFiles }
    const segments = (await listSegments(place)) ?? []
    const reading = readJournal(place, segments, beginning, readCommands)
    let commits = 0
    let lastAt = 0
    let step = await reading.next()
    for (; !step.done; step = await reading.next()) {
      commits += step.value.length
      lastAt = step.value.at(-1)?.commands.at(-1)?.at ?? lastAt
    }
    const end = step.value
    if (end.torn.length > 0) failBad(file, "its journal ends with an incomplete line")
    if (commits !== manifest.commits || end.mark.seq !== manifest.seq)
      failBad(
        file,
        `its journal ends with event ${end.mark.seq}, commit ${commits}, but its manifest says ${manifest.seq} and ${manifest.commits}`,
      )
    return { end, lastAt }
  } catch (error) {
    if (error instanceof UpnextError && error.facts.part === undefined) {
      const said = printable(error.message.replaceAll(`${made}/`, ""))
      if (error.code === "storage_damaged") return failBad(file, `its journal is damaged: ${said}`)
      if (error.code === "storage_newer_format")
        return fail("storage_newer_format", { detail: `${file} cannot be restored: ${said}` })
    }
    throw asRefusal(error, journal)
  }
}

interface Appended extends Verified {
  readonly manifest: Manifest
  readonly keepTokens: boolean
}

/** Writes to the log that the board was restored and has a new id. Resolves to the new id. */
export async function appendRestored({ end, lastAt, manifest, keepTokens }: Appended): Promise<string> {
  const board = randomBytes(12).toString("base64url")
  const events = [
    { type: "board.restored", backupAt: Date.parse(manifest.at), keepsTokens: keepTokens } as const,
  ]
  const command = { at: Math.max(Date.now(), lastAt), actor: system, events, board }
  const { bytes } = encodeLine({ seq: end.mark.seq + 1, commands: [command] }, end.mark.crc)
  const last = end.segments.at(-1)
  if (last === undefined) throw new Error("A journal has a segment")
  const handle = await open(last.path, "a")
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return board
}

// --- internal ---

function parseConfig(text: string): Record<string, unknown> | undefined {
  try {
    return parseJsonObject(text)
  } catch {
    return undefined
  }
}

function failBad(file: string, what: string): never {
  fail("storage_damaged", {
    detail: `${file} is not a valid backup: ${what}.`,
    facts: { part: "backup", file },
  })
}
