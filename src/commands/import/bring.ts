import type { Client } from "../../client/client.ts"
import { importKinds } from "../../domain/wire/import-form.ts"
import { fail, UpnextError } from "../../errors.ts"
import { readFiles } from "../../interchange/read-files.ts"
import { recognise } from "../../interchange/recognise.ts"
import { sendItems, tryItems } from "../../interchange/send/send.ts"
import { line, print, printJson } from "../../terminal/output.ts"
import { gather, type Gathered } from "./gather.ts"
import { findOrigin, requireOrigin } from "./origin.ts"
import { createProgress } from "./progress.ts"
import { reportOf, sentOf, skippedIn } from "./report.ts"
import { kindOf, wishesOf } from "./wishes.ts"

/** Reads what is named, reports it, and sends it. */
export async function bring(
  client: Client,
  path: string,
  flags: Readonly<Record<string, unknown>>,
  project: string | undefined,
): Promise<void> {
  const [isDry, isJson] = [flags["dry-run"] === true, flags.json === true]
  const wishes = wishesOf(flags, project)
  const given = await gather(path, kindOf(flags))
  const kind = kindOf(flags) ?? recognise(given.files) ?? failKind(given)
  const name = line(given.name).slice(0, 200) || "import"
  const { isNew = false, ...from } = await findOrigin(client, path, kind, flags["origin"]).catch(
    (error: unknown) => {
      throw isDry ? error : withWayOn(error)
    },
  )
  const read = readFiles(kind, given.files, { ...wishes, origin: from.origin }, given.links)
  await requireOrigin(read.bare, from, kind)
  const skipped = skippedIn(read.notes)
  if (!isJson) print(`${reportOf(read, name, { ...from, isNew })}\n`)
  if (flags.strict === true && skipped > 0)
    fail("invalid_input", {
      detail: `Nothing is brought in: ${skipped} would be skipped, and --strict refuses that.`,
      hint: "Mend what the report names, or leave --strict out.",
    })
  const { tell, end } = createProgress(name)
  const sent = await (
    isDry
      ? tryItems(client.import, read.items, tell)
      : sendItems(client.import, { kind, name, ...from, items: read.items }, tell)
  )
    .catch((error: unknown) => {
      throw isDry ? error : withWayOn(error)
    })
    .finally(end)
  if (isJson) printJson({ name, kind, origin: from.origin ?? null, notes: read.notes, ...sent, skipped })
  else print(sentOf(sent, name, skipped))
}

// --- internal ---

/** What is lost on the way is no loss. */
function withWayOn(error: unknown): unknown {
  if (!(error instanceof UpnextError) || (error.code !== "unreachable" && error.code !== "unavailable"))
    return error
  const { message: detail, facts, cause } = error
  const hint = "Where it was broken off, the same command goes on. `upnext start` starts the server here."
  return new UpnextError(error.code, { detail, facts, hint, cause })
}

function failKind({ name }: Gathered): never {
  fail("invalid_input", {
    detail: `It is not to be seen which tool wrote ${line(name)}.`,
    hint: `Name the tool: --from ${importKinds.join("|")}.`,
  })
}
