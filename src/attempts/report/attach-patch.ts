import { createHash } from "node:crypto"
import type { Client } from "../../client/client.ts"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { UpnextError } from "../../errors.ts"
import type { Left } from "../../repository/leave.ts"
import { line, note } from "../../terminal/output.ts"

/** The attached file that shows what an attempt changed, as the report of its work names it. */
type NamedPatch = { readonly id: string; readonly sha256: string } | null

/**
 * Attaches the patch of an attempt to its task, which keeps one patch per attempt, and includes it in the report of
 * the work. If the patch cannot be attached, for example because the store is full, that is reported, and the work
 * is reported anyway.
 */
export async function reportWithPatch(
  client: Pick<Client, "attachment">,
  id: string,
  { patch, record }: Pick<Left, "patch" | "record">,
  report: (patch: NamedPatch, how?: { readonly dryRun: true }) => Promise<unknown>,
): Promise<void> {
  if (!patch) {
    await report(null)
    return
  }
  // Whoever may not report attaches nothing either.
  await report(null, { dryRun: true })
  const name = `T-${record.task}.${record.epoch}.patch`
  const { length } = patch.bytes
  let older: readonly { readonly id: string }[] = []
  let named: NamedPatch = null
  try {
    const { attachments } = await client.attachment.list({ id, limit: 500 })
    const before = attachments.filter((each) => each.name === name)
    const sha256 = createHash("sha256").update(patch.bytes).digest("hex")
    const same = before.find((each) => each.sha256 === sha256)
    named = same ?? (await client.attachment.add({ id, file: { name, bytes: patch.bytes } })).attachment
    older = before.filter((each) => each.id !== named?.id)
  } catch (error) {
    const { message } = passOverRefusal(error)
    note(`${id}: its patch (${byteSize(length)}) is not attached: ${line(message)}`)
  }
  await report(named && { id: named.id, sha256: named.sha256 })
  for (const each of older) await client.attachment.remove({ id, attachment: each.id }).catch(passOverRefusal)
  const omitted = patch.omitted.length
  if (omitted > 0)
    note(`${id}: ${omitted} ${omitted === 1 ? "file is" : "files are"} left out of the task's patch.`)
}

// --- internal ---

/** The caller that reports retries whatever did not reach the server. */
function passOverRefusal(error: unknown): UpnextError {
  if (!(error instanceof UpnextError) || error.code === "unreachable") throw error
  return error
}
