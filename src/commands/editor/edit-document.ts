import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isRefusedByServer } from "../../client/client-error.ts"
import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { fail, UpnextError } from "../../errors.ts"
import { requireUtf8 } from "../../machine/text.ts"
import { line as oneLine, note } from "../../terminal/output.ts"
import { changesBetween, readDocument, writeDocument, type TaskDocument } from "./document.ts"
import { openIn, requireEditor } from "./open-in.ts"
import type { DocumentFault } from "./front-matter.ts"

export interface DocumentEdit {
  readonly client: Client
  /** The id, and what proves the right to the task; what else is changed comes from the editor. */
  readonly input: Pick<InputOf<"task.edit">, "id" | "leaseToken">
  readonly ifVersion: number | undefined
  readonly isJson: boolean
}

/**
 * Has a task edited as Markdown, and sends what became other than it was, if nobody has changed the task meanwhile. Undefined
 * where nothing did. What cannot be sent stays in its file, and the error says in which.
 */
export async function editDocument(
  edit: DocumentEdit,
): Promise<{ readonly answer: OutputOf<"task.edit"> | undefined; readonly id: string }> {
  const { client, input, ifVersion } = edit
  const editor = requireEditor(process.env)
  const { task } = await client.task.read({ id: input.id })
  const folder = mkdtempSync(join(tmpdir(), "upnext-"))
  const file = join(folder, `${task.id}.md`)
  const before = writeDocument(task)
  writeFileSync(file, before, { mode: 0o600 })
  const status = await openIn(editor, file)
  const after = requireUtf8(readFileSync(file), file)
  const drop = () => rmSync(folder, { recursive: true, force: true })
  if (status !== 0) {
    if (after === before) drop()
    const kept = after === before ? "" : ` The text is in ${file}.`
    fail("invalid_input", {
      detail: `The editor exited with status ${status}, so nothing was changed.${kept}`,
      hint: `VISUAL or EDITOR names \`${editor}\`.`,
    })
  }
  const read = readDocument(after)
  if (read.faults.length > 0) failAt(file, read.faults, edit)
  const changes = changesBetween(readDocument(before), read)
  if (Object.keys(changes).length === 0) {
    drop()
    return { answer: undefined, id: task.id }
  }
  try {
    const answer = await client.task.edit({ ...input, ...changes }, { ifVersion: ifVersion ?? task.version })
    drop()
    return { answer, id: task.id }
  } catch (error) {
    throw keeping(error, file, read, edit)
  }
}

// --- internal ---

/** The refusal, with the file that holds the text; where fields are at fault, with their lines. */
function keeping(error: unknown, file: string, { lines }: TaskDocument, edit: DocumentEdit): unknown {
  if (!(error instanceof UpnextError)) return error
  const faults = (error.errors ?? []).map(({ path, message }): DocumentFault => {
    const [field = "", item = ""] = path.split(".")
    const place = field === "description" ? "" : field
    return { line: lines.get(`${place}.${item}`) ?? lines.get(place) ?? 1, message: `${field}: ${message}` }
  })
  if (faults.length > 0 && isRefusedByServer(error)) failAt(file, faults, edit)
  const { code, message, facts } = error
  const isOther = code === "version_mismatch"
  return new UpnextError(code, {
    detail: `${message} Your text is in ${file}.`,
    facts: { ...facts, file },
    ...(isOther && {
      hint: `\`upnext edit ${edit.input.id} --editor\` opens the current task; copy your text into it.`,
    }),
    cause: error,
  })
}

/** People get each fault on a line of its own, as compilers write them. */
function failAt(file: string, faults: readonly DocumentFault[], { isJson }: DocumentEdit): never {
  const sorted = faults.toSorted((a, b) => a.line - b.line)
  if (!isJson) for (const { line, message } of sorted) note(`${file}:${line}: ${oneLine(message)}`)
  const count = faults.length === 1 ? "one thing is" : `${faults.length} things are`
  return fail("invalid_input", {
    detail: `Nothing was changed: ${count} wrong in ${file}. Your text is saved there.`,
    facts: { file },
    hint: "`upnext edit --help` says what each field accepts.",
    ...(isJson && { errors: sorted.map(({ line, message }) => ({ path: `line ${line}`, message })) }),
  })
}
