import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { policyOf } from "../config/board-settings.ts"
import { boardConfig } from "../config/board-config.ts"
import { configPath } from "../config/config-file.ts"
import type { Config } from "../config/config.ts"
import { readCommands } from "../domain/board/upcast.ts"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { readPlain } from "../machine/plain-file.ts"
import { copyFiles } from "../storage/attachments/copy.ts"
import type { AttachmentDriver } from "../storage/attachments/driver.ts"
import { attachmentsPlace, homeDriver } from "../storage/attachments/home-driver.ts"
import { readDurablePart, type DurablePart } from "../storage/journal/durable-part.ts"
import { writeSegments } from "../storage/journal/import.ts"
import { checkNotMoved } from "../storage/journal/moved.ts"
import { readKey } from "../storage/key.ts"
import { dataDirectory } from "../storage/open.ts"

/** What a backup is made of. */
export interface Contents {
  readonly journal: DurablePart
  /** All attached files. There may be more than the journal names, because some have been removed from tasks since. */
  readonly files: AttachmentDriver
  readonly key: Buffer | undefined
  /** The text of `config.json`; undefined if there is no such file. */
  readonly config: string | undefined
}

/** Where a board is (in a home or a database), and the settings with which a board in a database starts. */
export type BackedUpBoard = Pick<
  Config,
  "home" | "database" | "board" | "lease" | "maxAttempts" | "maxExpiries" | "escalation" | "policy" | "tokens"
>

/** Reads the board of a home, even while a server runs on it. */
export async function readHome({ home }: BackedUpBoard): Promise<Contents> {
  const data = dataDirectory(home)
  await checkNotMoved(data)
  const journal = await readDurablePart(join(data, "journal"), readCommands)
  const files = homeDriver(attachmentsPlace(data))
  return { journal, files, key: await readKey(data), config: readText(configPath(home)) }
}

/**
 * Reads a board in a database, even while servers run on it, and writes it as a journal into a directory used only
 * for this purpose. The board's settings become the `config.json` of a home, as when a board is moved.
 */
export async function readDatabase(
  config: BackedUpBoard & { readonly database: string },
  staging: string,
): Promise<Contents> {
  const { database, board = "main" } = config
  const { openPostgresCopy } = await import("../storage/postgres/parts.ts")
  const source = await openPostgresCopy({ database, board, readCommands })
  try {
    const { movedTo: to, place } = source
    if (to !== undefined)
      fail("board_moved", { detail: `The board of ${place} was moved to ${to}.`, facts: { to } })
    const journal = join(staging, "journal")
    await mkdir(journal, { mode: 0o700 })
    await writeSegments(
      journal,
      source.commits(() => undefined),
    ).catch((error: unknown) => {
      throw asRefusal(error, staging)
    })
    const files = homeDriver(attachmentsPlace(staging))
    await copyFiles(source.files, () => Promise.resolve({ driver: files, spool: attachmentsPlace(staging) }))
    const settings = source.settings ?? { policy: policyOf(config), tokens: config.tokens }
    return {
      journal: await readDurablePart(journal, readCommands),
      files,
      key: source.key,
      config: boardConfig(settings),
    }
  } finally {
    await source.close()
  }
}

// --- internal ---

function readText(path: string): string | undefined {
  try {
    return readPlain(path).bytes.toString()
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw asRefusal(error, path)
  }
}
