import type { Client } from "../../client/client.ts"
import type { FileToSend } from "../../client/contract.ts"
import type { Flag } from "../../terminal/flag.ts"

/** The flag of a command that checks off criteria, for evidence that is a file. */
export const evidenceFileFlag: Flag = {
  kind: "text",
  value: "file",
  description: "a file to attach to the task as evidence",
}

/** Attaches files to a task, or none of them. @returns what names each as evidence: `shot.png (A-3)` */
export async function attachEvidence(
  client: Client,
  id: string,
  files: readonly FileToSend[],
): Promise<string[]> {
  const attached: { readonly id: string; readonly name: string }[] = []
  try {
    for (const file of files) attached.push((await client.attachment.add({ id, file })).attachment)
  } catch (error) {
    for (const { id: attachment } of attached)
      await client.attachment.remove({ id, attachment }).catch(() => undefined)
    throw error
  }
  return attached.map(({ id: attachment, name }) => `${name} (${attachment})`)
}
