import { chmod, realpath, rm, stat } from "node:fs/promises"
import { randomBytes } from "node:crypto"
import { basename, dirname, join } from "node:path"
import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import { isGuessed, textOf } from "../../interchange/bytes/text.ts"
import { boxesIn, tickBoxes } from "../../interchange/checklist/boxes.ts"
import { planName } from "../../interchange/checklist/plan-place.ts"
import { sourcesOf } from "../../interchange/items/sources.ts"
import { putInPlace, writeSynced } from "../../machine/durable-file.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"
import { gather } from "../import/gather.ts"
import { findOrigin } from "../import/origin.ts"
import { tasksFrom, type SourceTask } from "../import/tasks-from.ts"

/** What became of the boxes of a plan. Tasks stand by their ids, boxes by theirs. */
interface Ticked {
  readonly ticked: readonly string[]
  /** Checked in the file, and open on the board. */
  readonly ahead: readonly string[]
  /** Open in the file, and cancelled on the board. */
  readonly cancelled: readonly string[]
  /** In the file alone. */
  readonly unknown: readonly string[]
  /** On the board alone. */
  readonly gone: readonly string[]
}

/** Checks the boxes of a plan whose tasks are done here. Nothing else in the file changes. */
export async function tickInto(
  client: Client,
  path: string,
  origin: unknown,
  isJson: boolean,
): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const { files, root } = await gather(path, "checklist")
    const [file, another] = files
    if (!file || another || path === "-") failFile(path)
    if (isGuessed(file.bytes)) failEncoding(path)
    const from = await findOrigin(root, "checklist", origin)
    const { of } = sourcesOf("checklist", from.origin)
    const tasks = await tasksFrom(client, of(`${planName(file.path)}#`).slice(0, -1))
    const text = textOf(file.bytes)
    const { lines, ...said } = compare(boxesIn(text, file.path), tasks, of)
    if (tasks.size === 0) failNone(path)
    const fresh = tickBoxes(text, file.path, lines, new Date().toISOString().slice(0, 10))
    if (lines.size > 0 && !(await replace(path, file.bytes, fresh))) continue
    if (isJson) printJson({ path, ...said })
    else print(reportOf(path, said))
    return
  }
  fail("unavailable", {
    detail: `${path} changed each time while its boxes were being checked, so nothing was written.`,
    hint: "Run the command again when no other program writes to the file.",
  })
}

// --- internal ---

const mostTurns = 5

function compare(
  boxes: ReturnType<typeof boxesIn>,
  tasks: ReadonlyMap<string, SourceTask>,
  of: (id: string) => string,
) {
  const lines = new Set<number>()
  const said = {
    ticked: [] as string[],
    ahead: [] as string[],
    cancelled: [] as string[],
    unknown: [] as string[],
  }
  const seen = new Set<string>()
  for (const { id, line: at, isDone } of boxes) {
    const source = of(id)
    seen.add(source)
    const task = tasks.get(source)
    const name = `${id.replace(/^.*?#/, "")}${task ? ` (${task.id})` : ""}`
    if (!task) said.unknown.push(name)
    else if (task.status === "done" && !isDone) {
      lines.add(at)
      said.ticked.push(name)
    } else if (task.status === "cancelled" && !isDone) said.cancelled.push(name)
    else if (isDone && task.status !== "done" && task.status !== "cancelled") said.ahead.push(name)
  }
  const gone = [...tasks].flatMap(([source, { id, isPhase }]) => (seen.has(source) || isPhase ? [] : [id]))
  return { lines, ...said, gone }
}

function reportOf(path: string, { ticked, ahead, cancelled, unknown, gone }: Ticked): string {
  const list = (names: readonly string[]) =>
    `${names
      .slice(0, 10)
      .map((name) => line(name))
      .join(", ")}${names.length > 10 ? ", …" : ""}`
  const told = [
    ["Checked in the file and open here, so `upnext import` brings that in", ahead],
    ["Cancelled here, and left open in the file", cancelled],
    ["Not on the board yet, so `upnext import` adds them", unknown],
    ["No longer in the file", gone],
  ] as const
  return [
    ...told.flatMap(([heading, names]) =>
      names.length === 0 ? [] : [`${style.bold(heading)}: ${list(names)}`],
    ),
    `${style.green("✓")} ${line(path)}: ${ticked.length === 0 ? "nothing to check" : `${ticked.length} checked: ${list(ticked)}`}`,
  ].join("\n")
}

/** @returns whether the file still held what was read; else nothing is written */
async function replace(path: string, before: Uint8Array, text: string): Promise<boolean> {
  const real = await realpath(path)
  const draft = join(dirname(real), `.${basename(real).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`)
  try {
    await writeSynced(draft, new TextEncoder().encode(text))
    await chmod(draft, (await stat(real)).mode)
    const { files } = await gather(path, "checklist")
    if (Buffer.compare(files[0]?.bytes ?? new Uint8Array(), before) !== 0) {
      await rm(draft, { force: true })
      return false
    }
    await putInPlace(draft, real)
    return true
  } catch (error) {
    await rm(draft, { force: true })
    throw asRefusal(error, path)
  }
}

function failFile(path: string): never {
  fail("invalid_input", {
    detail: `--into takes one file of boxes; ${path} is not one.`,
    hint: "For example: `upnext export --into specs/001-login/tasks.md`.",
  })
}

function failEncoding(path: string): never {
  fail("invalid_input", {
    detail: `${path} is not UTF-8, so nothing was written.`,
    hint: "Save it as UTF-8.",
  })
}

function failNone(path: string): never {
  fail("not_found", {
    detail: `No task here comes from ${path}.`,
    hint: `\`upnext import ${path}\` brings its tasks in. If it was imported with --origin, name the same one here.`,
  })
}
