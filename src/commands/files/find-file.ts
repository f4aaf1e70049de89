import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"

export type ShownFile = OutputOf<"attachment.list">["attachments"][number]

/** The file of a task by its id (`A-7`), or by its name. */
export async function findFile(client: Client, id: string, wanted: string): Promise<ShownFile> {
  const files = await allFiles(client, id)
  const named = files.filter((file) => file.name === wanted)
  const found = files.find((file) => file.id === wanted.toUpperCase()) ?? named[0]
  if (!found)
    fail("attachment_not_found", {
      detail: `${id} has no file ${JSON.stringify(wanted)}.`,
      facts: { task: id, attachment: wanted },
    })
  if (named.length > 1 && found === named[0])
    fail("invalid_input", {
      detail: `${id} has ${named.length} files with this name: ${named.map((file) => file.id).join(", ")}.`,
      hint: "Specify the file by its id.",
    })
  return found
}

/** All files of a task, oldest first. */
export async function allFiles(client: Client, id: string): Promise<ShownFile[]> {
  const all: ShownFile[] = []
  let cursor: string | undefined
  do {
    const { attachments, next } = await client.attachment.list({
      id,
      limit: 500,
      ...(cursor !== undefined && { cursor }),
    })
    all.push(...attachments)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return all
}
