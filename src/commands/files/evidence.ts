import type { Client } from "../../client/client.ts"
import type { Flag } from "../../terminal/flag.ts"
import { readToSend } from "./read-file.ts"

/** The flag of a command that checks off criteria, for evidence that is a file. */
export const evidenceFileFlag: Flag = {
  kind: "text",
  value: "file",
  description: "a file that shows it: it is attached to the task, and named as the evidence",
}

/** Attaches a file to a task. @returns what names it as evidence: `shot.png (A-3)` */
export async function attachEvidence(client: Client, id: string, path: string): Promise<string> {
  const { attachment } = await client.attachment.add({ id, file: await readToSend(path, undefined) })
  return `${attachment.name} (${attachment.id})`
}
