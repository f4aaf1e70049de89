import { stat } from "node:fs/promises"
import { join, relative } from "node:path"
import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import { boxesIn, tickBoxes, type PlanBox } from "../../interchange/checklist/boxes.ts"
import { planName } from "../../interchange/checklist/plan-place.ts"
import { sourcesOf } from "../../interchange/items/sources.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"
import { quote } from "../../terminal/typed.ts"
import { gather } from "../import/gather.ts"
import { findOrigin } from "../import/origin.ts"
import { tasksFrom, type SourceTask } from "../import/tasks-from.ts"
import { replaceSame, writableFile } from "./replace-same.ts"

/** The result for the boxes of a plan, by their ids and those of their tasks. */
interface Ticked {
  readonly ticked: readonly string[]
  /** Checked in the file, and open on the board. */
  readonly ahead: readonly string[]
  /** Open in the file, and cancelled on the board. */
  readonly cancelled: readonly string[]
  /** Done on the board, and without a box in the file. */
  readonly boxless: readonly string[]
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
  const real = (path === "-" ? undefined : await writableFile(path)) ?? (await failFile(path))
  for (let turn = 0; turn < mostTurns; turn++) {
    const { files, root } = await gather(path, "checklist")
    const [file] = files
    if (!file) return failFile(path)
    const text = exactText(file.bytes) ?? failEncoding(path)
    const from = await findOrigin(root, "checklist", origin)
    const { of } = sourcesOf("checklist", from.origin)
    const tasks = await tasksFrom(client, of(planName(file.path)))
    if (tasks.size === 0) failNone(path)
    const { lines, ...said } = compare(boxesIn(text, file.path), tasks, of)
    const fresh = tickBoxes(text, file.path, lines, new Date().toISOString().slice(0, 10))
    if (lines.size > 0 && !(await replaceSame(real, file.bytes, new TextEncoder().encode(fresh)))) continue
    if (isJson) printJson({ path, ...said })
    else print(reportOf(path, said))
    return
  }
  fail("unavailable", {
    detail: `${path} kept changing while its boxes were being checked, so nothing was written.`,
    hint: "Run the command again when no other program is writing to the file.",
  })
}

// --- internal ---

const mostTurns = 5

function compare(
  boxes: readonly PlanBox[],
  tasks: ReadonlyMap<string, SourceTask>,
  of: (id: string) => string,
) {
  const lines = new Set<number>()
  const said = {
    ticked: [] as string[],
    ahead: [] as string[],
    cancelled: [] as string[],
    boxless: [] as string[],
    unknown: [] as string[],
  }
  const seen = new Set<string>()
  for (const { id, line: at, isDone, hasBox } of boxes) {
    const source = of(id)
    seen.add(source)
    const task = tasks.get(source)
    const name = `${id.replace(/^.*?#/, "")}${task ? ` (${task.id})` : ""}`
    if (!task) said.unknown.push(name)
    else if (!hasBox) {
      if (task.status === "done" && !task.isPhase) said.boxless.push(name)
    } else if (task.status === "done" && !isDone) {
      lines.add(at)
      said.ticked.push(name)
    } else if (task.status === "cancelled" && !isDone) said.cancelled.push(name)
    else if (isDone && task.status !== "done" && task.status !== "cancelled") said.ahead.push(name)
  }
  const gone = [...tasks].flatMap(([source, { id, isPhase }]) => (seen.has(source) || isPhase ? [] : [id]))
  return { lines, ...said, gone }
}

function reportOf(path: string, { ticked, ahead, cancelled, boxless, unknown, gone }: Ticked): string {
  const list = (names: readonly string[]) =>
    `${names
      .slice(0, 10)
      .map((name) => line(name))
      .join(", ")}${names.length > 10 ? ", …" : ""}`
  const file = quote(path)
  const told = [
    [`Checked off in the file but open here; \`upnext import ${file}\` updates the board`, ahead],
    ["Cancelled here, but left open in the file", cancelled],
    ["Done here, but without a box in the file", boxless],
    [`Not on the board yet; \`upnext import ${file}\` adds them`, unknown],
    ["No longer in the file", gone],
  ] as const
  return [
    ...told.flatMap(([heading, names]) =>
      names.length === 0 ? [] : [`${style.bold(heading)}: ${list(names)}`],
    ),
    `${style.green("✓")} ${line(path)}: ${ticked.length === 0 ? "nothing to check" : `${ticked.length} checked: ${list(ticked)}`}`,
  ].join("\n")
}

/** As it stands in the file, with its byte order mark; undefined where it is not UTF-8. */
function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Of a folder it names the plan that stands in it. */
async function failFile(path: string): Promise<never> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  const { files, root } = isFolder ? await gather(path, "checklist") : { files: [], root: "" }
  const full = files[0] ? join(root, files[0].path) : "specs/001-login/tasks.md"
  const near = relative(process.cwd(), full)
  const plan = near.startsWith("..") ? full : near
  fail("invalid_input", {
    detail: `--into takes one file with checkboxes, but ${path === "-" ? "standard input" : path} is not one.`,
    hint: `For example: \`upnext export --into ${quote(plan)}\`.`,
  })
}

function failEncoding(path: string): never {
  fail("invalid_input", {
    detail: `${path} is not UTF-8, so nothing was written.`,
    hint: "Save it as UTF-8 in an editor, and run the command again.",
  })
}

function failNone(path: string): never {
  fail("not_found", {
    detail: `No task here comes from ${path}.`,
    hint: `\`upnext import ${quote(path)}\` imports its tasks. If the file was imported with --origin, give the same origin here.`,
  })
}
