import { createHash } from "node:crypto"
import type { Client } from "../../client/client.ts"
import { byteSize } from "../../domain/wire/byte-size.ts"
import { UpnextError } from "../../errors.ts"
import type { Left } from "../../repository/leave.ts"
import { line, note } from "../../terminal/output.ts"

/**
 * Attaches the patch of an attempt to its task: one for each attempt, so that of an earlier report goes. Where it cannot
 * be attached, as where the store is full, that is said, and the work is reported all the same.
 */
export async function attachPatch(
  client: Pick<Client, "attachment">,
  id: string,
  { patch, record }: Pick<Left, "patch" | "record">,
): Promise<void> {
  if (!patch) return
  const name = `T-${record.task}.${record.epoch}.patch`
  try {
    const { attachments } = await client.attachment.list({ id, limit: 500 })
    const before = attachments.filter((each) => each.name === name)
    const sha256 = createHash("sha256").update(patch.bytes).digest("hex")
    if (!before.some((each) => each.sha256 === sha256))
      await client.attachment.add({ id, file: { name, bytes: patch.bytes } })
    for (const each of before)
      if (each.sha256 !== sha256) await client.attachment.remove({ id, attachment: each.id })
  } catch (error) {
    // Whoever reports tries it again.
    if (!(error instanceof UpnextError) || error.code === "unreachable") throw error
    note(`${id}: its patch (${byteSize(patch.bytes.length)}) is not attached: ${line(error.message)}`)
  }
  const { length } = patch.omitted
  if (length > 0) note(`${id}: ${length} ${length === 1 ? "file is" : "files are"} left out of its patch.`)
}
