import type { Client } from "../client/client.ts"
import type { HealthDocument, OutputOf } from "../client/contract.ts"
import { createClient } from "../terminal/client.ts"
import { routes } from "../client/routes.ts"
import { UpnextError } from "../errors.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import type { RunningServer } from "../home/running.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { hintFor } from "../terminal/hints.ts"
import { line, note, print, printJson, style } from "../terminal/output.ts"
import { exitOf, problemOf } from "../terminal/report.ts"
import { readSettings } from "../terminal/settings.ts"
import { hanging } from "../terminal/wrap.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "status",
  summary: "Show how the server is doing, and how many tasks there are",
  flags: {},
  common: someOfCommon("url", "token", "home", "json"),
  examples: [["status", "exit status 4 if the server cannot be reached"]],
  async run({ flags }) {
    const settings = await readSettings(flags, process.env, settingsDirectory())
    const { findAllRunning } = await import("../home/running.ts")
    const found = await findAllRunning(settings.home).catch(() => [])
    const lock = found.find(({ holder }) => holder?.url === settings.url) ?? found[0] ?? null
    const client = createClient({ ...settings, timeout: 5000 })
    const answer = await Promise.all([client.health(), countTasks(client, settings.agent)]).then(
      ([health, counted]) => ({ health, ...counted }),
      (error: unknown) => ({ error }),
    )
    const failed = "error" in answer ? known(answer.error) : undefined
    if (flags.json === true) {
      const found = "error" in answer ? { health: null, problem: problemOf(answer.error) } : answer
      printJson({ url: settings.url, ...found, lock })
      return failed ? exitOf(failed) : 0
    }
    if ("error" in answer) {
      const url = lock?.holder?.url
      if (url !== undefined && url !== settings.url)
        note(`The server for ${settings.home} is at ${url}, but ${settings.urlSource} names another server.`)
      throw answer.error
    }
    // The home on this machine belongs to another server.
    show(settings, answer, lock?.holder?.url === settings.url ? lock.holder : undefined)
    return ["ok", "degraded"].includes(answer.health.status) ? 0 : 1
  },
})

// --- internal ---

function show(
  { url, home }: { url: string; home: string },
  { health, counts, now }: { health: HealthDocument } & Partial<TaskCounts>,
  holder: RunningServer["holder"],
): void {
  const colours: Partial<Record<HealthDocument["status"], typeof style.red>> = {
    ok: style.green,
    degraded: style.yellow,
  }
  const colour = colours[health.status] ?? style.red
  const state = colour(line(health.status))
  const wayOn = health.isReplaced === true ? ` ${hintFor("program_replaced")}` : ""
  const why = typeof health.detail === "string" ? `  ${line(health.detail)}${wayOn}` : ""
  const tasks = counts
    ? Object.entries(counts).map(([status, n]) => `${n} ${status}`)
    : ["a token is needed to count them"]
  const rows = [
    ["server", `${url}  ${state}${why}`],
    ["page", `${url}/dashboard`],
    ["version", line(health.version)],
    ["tasks", hanging(tasks.join(" · "), nameWidth + 1)],
    ...(now ? [["now", hanging(sayNow(now), nameWidth + 1)]] : []),
    ...(health.backup ? [["backup", sayBackup(health.backup)]] : []),
    ...(holder ? [["home", `${home}  ${style.dim(`pid ${holder.pid}`)}`]] : []),
    ...(holder?.database === undefined ? [] : [["database", line(placeOfBoard(holder))]]),
  ]
  print(rows.map(([name = "", value = ""]) => `${style.dim(name.padEnd(nameWidth))} ${value}`).join("\n"))
}

const nameWidth = "database".length

function sayNow({ working, needsYou, stuck, ready }: TaskCounts["now"]): string {
  const needs = needsYou === 0 ? "" : " (upnext needs)"
  return `${working} working · ${needsYou} need you${needs} · ${stuck} stuck · ${ready} ready`
}

function sayBackup({ ageMs }: NonNullable<HealthDocument["backup"]>): string {
  return ageMs === undefined ? "no timed backup yet" : `${formatDuration(ageMs)} ago`
}

function placeOfBoard({ database = "", board = "main" }: NonNullable<RunningServer["holder"]>): string {
  return board === "main" ? database : `${database}, board ${board}`
}

/** The number of tasks by status, and the present in four numbers. */
interface TaskCounts {
  readonly counts: Record<string, number>
  readonly now: OutputOf<"now.read">["now"]
}

/** Undefined if the server wants a token and there is none. */
async function countTasks(client: Client, agent: string | undefined): Promise<TaskCounts | undefined> {
  const statuses = (routes["task.list"]?.fields.status?.choices ?? []) as readonly ("todo" | "doing")[]
  try {
    const [{ now }, ...pages] = await Promise.all([
      client.now.read({ agent }),
      ...statuses.map((status) => client.task.list({ status: [status], limit: 1, compact: true })),
    ])
    return { counts: Object.fromEntries(statuses.map((status, i) => [status, pages[i]?.total ?? 0])), now }
  } catch (error) {
    if (error instanceof UpnextError && error.code === "unauthorized") return undefined
    throw error
  }
}

function known(error: unknown): UpnextError {
  if (error instanceof UpnextError) return error
  throw error
}
