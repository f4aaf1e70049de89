import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { digestOf, type Digest } from "./count.ts"
import type { DigestedTask, TaskPast } from "./in-span.ts"

export { digestPage } from "./page.ts"

interface DigestWish {
  /** In ms since 1970. */
  readonly since: number
  readonly until: number
  readonly project: string | undefined
  /** For whom what waits is counted. */
  readonly agent: string | undefined
  /** The only agent whose work is counted. */
  readonly only: string | undefined
}

export async function readDigest(
  client: Client,
  { since, until, project, agent, only }: DigestWish,
): Promise<Digest> {
  const tasks = await readTasks(client, { updatedSince: new Date(since).toISOString(), project })
  const [{ now }, { needs }] = await Promise.all([
    client.now.read({ agent }),
    client.needs.list({ agent, limit: 500 }),
  ])
  return digestOf({ since, until, tasks, now, needs, only })
}

// --- internal ---

/** Every task that changed, with its attempts. */
async function readTasks(
  client: Client,
  { updatedSince, project }: { readonly updatedSince: string; readonly project: string | undefined },
): Promise<TaskPast[]> {
  const found: OutputOf<"task.list">["tasks"] = []
  let cursor: string | undefined
  do {
    const page = await client.task.list({
      updatedSince,
      ...(project && { project: [project] }),
      sort: "updated",
      compact: true,
      limit: 500,
      cursor,
    })
    found.push(...page.tasks)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  const past: TaskPast[] = []
  for (let i = 0; i < found.length; i += atOnce)
    past.push(...(await Promise.all(found.slice(i, i + atOnce).map((task) => pastOf(client, task)))))
  return past
}

/** How many histories are asked for at a time. */
const atOnce = 16

async function pastOf(client: Client, task: DigestedTask): Promise<TaskPast> {
  const { attempts } = await client.task.history({ id: task.id, limit: 1 })
  return { task, attempts }
}
