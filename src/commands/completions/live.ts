import { openStatuses, type Status } from "../../domain/wire/enums.ts"
import type { InputOf } from "../../client/contract.ts"
import { createClient, type Client } from "../../terminal/client.ts"
import type { LiveList } from "../../terminal/completions/names.ts"
import { toTaskId } from "../../terminal/input.ts"
import { line, print } from "../../terminal/output.ts"
import { readSettings } from "../../terminal/settings.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"
import { isTaskId } from "../../terminal/typed.ts"

/**
 * Prints what a shell offers, each as a word, a tab and a description. Prints nothing if no server answers.
 * @param typed the words before the one that is completed
 */
export async function printLive(list: LiveList, typed: readonly string[]): Promise<number> {
  setTimeout(() => process.exit(0), patienceMs).unref()
  try {
    const settings = await readSettings(placeIn(typed), process.env, settingsDirectory(), {
      question: "refuses",
    })
    const question = { client: createClient(settings), agent: settings.agent, typed }
    for (const [word, what] of await lists[list](question)) print(`${line(word)}\t${line(what)}`)
  } catch {
    // During completion a shell shows no errors.
  }
  return 0
}

// --- internal ---

/** How long a person who pressed Tab may wait for the server. */
const patienceMs = 1000

interface ListQuestion {
  readonly client: Client
  /** Who is at the keyboard, as far as it is known. */
  readonly agent: string | undefined
  readonly typed: readonly string[]
}

type Offered = readonly [word: string, what: string]

const lists: Readonly<Record<LiveList, (question: ListQuestion) => Promise<readonly Offered[]>>> = {
  tasks,
  agents,
  criteria,
  projects,
  tags,
  accounts,
  tokens,
}

/** What the agent holds, then what else is its own, then all others. */
async function tasks({ client, agent, typed }: ListQuestion): Promise<readonly Offered[]> {
  const verb = (typed[0] === "task" ? typed[1] : typed[0]) ?? ""
  const status = [...(statusesFor[verb] ?? openStatuses)]
  const find = async (filter: InputOf<"task.list">) =>
    (await client.task.list({ status, sort: "-updated", compact: true, limit: 200, ...filter })).tasks
  if (verb === "restore") {
    const { tasks: trash } = await client.task.list({ trash: true, compact: true, limit: 200 })
    return trash.map((task) => [task.id, task.title])
  }
  const [own, all] = await Promise.all([agent === undefined ? [] : find({ assignee: [agent] }), find({})])
  const held = own.filter((task) => task.status === "doing")
  const words = new Set(typed.map((word) => word.toUpperCase()))
  const rows = new Map([...held, ...own, ...all].map((task) => [task.id, `${task.title} (${task.status})`]))
  return [...rows].filter(([id]) => !words.has(id))
}

/** Of commands that act on other tasks than those that are open. */
const statusesFor: Readonly<Record<string, readonly Status[]>> = {
  reopen: ["done", "cancelled"],
  review: ["review"],
}

async function agents({ client }: ListQuestion): Promise<readonly Offered[]> {
  const found = await client.agent.list({ limit: 200 })
  return found.agents.map(({ name, role, kind }) => [name, role ?? kind])
}

/** The criteria that are left to meet, by their numbers; with --undo those that are met. */
async function criteria({ client, typed }: ListQuestion): Promise<readonly Offered[]> {
  const isUndo = typed.includes("--undo")
  const words = typed.filter((each) => each !== "--undo")
  const word = words.find((each, i) => isTaskId(each) && !words[i - 1]?.startsWith("--"))
  if (word === undefined) return []
  const { task } = await client.task.read({ id: toTaskId(word), fields: ["criteria"] })
  return (task.criteria ?? []).flatMap(({ text, check }, i): Offered[] =>
    (check !== null) === isUndo ? [[String(i + 1), text]] : [],
  )
}

async function projects({ client }: ListQuestion): Promise<readonly Offered[]> {
  const found = await client.project.list({ limit: 200 })
  return found.projects.map(({ name, open }) => [name, `${open} open`])
}

/** The tags of the tasks that were changed last, the one that most of them have first. */
async function tags({ client }: ListQuestion): Promise<readonly Offered[]> {
  const found = await client.task.list({ sort: "-updated", fields: ["tags"], limit: 500 })
  const counts = new Map<string, number>()
  for (const tag of found.tasks.flatMap((task) => task.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const rows = [...counts].sort(([, a], [, b]) => b - a)
  return rows.map(([tag, count]) => [tag, count === 1 ? "1 task" : `${count} tasks`])
}

async function accounts({ client }: ListQuestion): Promise<readonly Offered[]> {
  return (await client.account.list()).accounts.map(({ name, role }) => [name, role])
}

async function tokens({ client }: ListQuestion): Promise<readonly Offered[]> {
  return (await client.token.list()).tokens.map(({ id, account }) => [id, account])
}

/** The flags that say who asks and which server is meant. */
function placeIn(typed: readonly string[]): Readonly<Record<string, unknown>> {
  const names = ["agent", "home", "url", "token"]
  return process.getBuiltinModule("node:util").parseArgs({
    args: [...typed],
    options: Object.fromEntries(names.map((name) => [name, { type: "string" }] as const)),
    strict: false,
  }).values
}
