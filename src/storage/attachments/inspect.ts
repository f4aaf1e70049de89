import { createHash } from "node:crypto"
import type { EventOf } from "../../domain/events/index.ts"
import type { Commit } from "../log.ts"
import type { AttachmentDriver } from "./driver.ts"

/** An attached file whose bytes are missing or do not match the task's digest. */
export interface DamagedFile {
  readonly task: string
  readonly attachment: string
  readonly name: string
  readonly state: "missing" | "changed"
}

export interface AttachmentsReport {
  readonly count: number
  readonly bytes: number
  readonly damaged: readonly DamagedFile[]
}

/** Compares the bytes of all files that a log names, including those of tasks in the trash, with their digests. */
export async function inspectAttachments(
  commits: AsyncIterable<Commit>,
  driver: AttachmentDriver,
): Promise<AttachmentsReport> {
  const files = await filesIn(commits)
  const states = new Map<string, DamagedFile["state"] | "ok">()
  const damaged: DamagedFile[] = []
  let bytes = 0
  for (const { task, attachment, file } of files) {
    const { name, size, sha256 } = file
    const state = states.get(sha256) ?? (await stateOf(driver, sha256))
    states.set(sha256, state)
    bytes += size
    if (state !== "ok") damaged.push({ task, attachment, name, state })
  }
  return { count: files.length, bytes, damaged }
}

// --- internal ---

type FileAdded = EventOf<"attachment.added">

async function filesIn(commits: AsyncIterable<Commit>): Promise<FileAdded[]> {
  const files = new Map<string, FileAdded>()
  const forget = (tasks: readonly string[]) => {
    for (const { task, attachment } of files.values()) if (tasks.includes(task)) files.delete(attachment)
  }
  for await (const { commands } of commits)
    for (const event of commands.flatMap(({ events }) => events)) {
      if (event.type === "attachment.added") files.set(event.attachment, event)
      else if (event.type === "attachment.removed") files.delete(event.attachment)
      else if (event.type === "trash.emptied") forget(event.tasks)
      else if (event.type === "task.deleted" && event.until === undefined) forget([event.task])
    }
  return [...files.values()]
}

async function stateOf(driver: AttachmentDriver, sha256: string): Promise<DamagedFile["state"] | "ok"> {
  const pieces = await driver.getItemRaw(sha256)
  if (pieces === null) return "missing"
  const hash = createHash("sha256")
  for await (const piece of pieces) hash.update(piece)
  return hash.digest("hex") === sha256 ? "ok" : "changed"
}
