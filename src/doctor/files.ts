import { join } from "node:path"
import { readCommands } from "../domain/board/upcast.ts"
import { attachmentsPlace, homeDriver } from "../storage/attachments/home-driver.ts"
import { inspectAttachments, type AttachmentsReport } from "../storage/attachments/inspect.ts"
import { readAll } from "../storage/journal/export.ts"
import { dataDirectory } from "../storage/open.ts"
import { hintFor } from "../terminal/hints.ts"
import { reportOf } from "./storage.ts"
import { failure, ok, type Check, type Surroundings } from "./check.ts"

/** Compares the bytes of all attached files with the digests in the log. */
export const files: Check = {
  name: "files",
  needs: ["journal", "board"],
  async look(surroundings) {
    const found = await inspectBoard(surroundings)
    if (!found || found.count === 0) return undefined
    const { count, bytes, damaged } = found
    const what = `${count} attached ${count === 1 ? "file" : "files"}, ${bytes} bytes`
    if (damaged.length === 0) return ok(`all are intact: ${what}`, { count, bytes })
    const named = damaged
      .slice(0, mostNamed)
      .map(({ task, attachment, name, state }) => `${attachment} of ${task} (${name}) is ${state}`)
    const more = damaged.length > mostNamed ? `, and ${damaged.length - mostNamed} more` : ""
    return failure(`${named.join(", ")}${more}; ${what}`, hintFor("attachment_damaged"), {
      damaged: damaged.slice(0, 100),
    })
  },
}

// --- internal ---

const mostNamed = 5

/** undefined where there is no board yet. */
async function inspectBoard(surroundings: Surroundings): Promise<AttachmentsReport | undefined> {
  const { config, home } = surroundings
  const { database, board = "main" } = config
  const tell = () => undefined
  if (database === undefined) {
    if ((await reportOf(surroundings)).journal.state === "missing") return undefined
    const data = dataDirectory(home)
    const commits = readAll(join(data, "journal"), readCommands, tell)
    return inspectAttachments(commits, homeDriver(attachmentsPlace(data)))
  }
  const { openPostgresCopy } = await import("../storage/postgres/parts.ts")
  const source = await openPostgresCopy({ database, board, readCommands })
  try {
    return await inspectAttachments(source.commits(tell), source.files)
  } finally {
    await source.close()
  }
}
