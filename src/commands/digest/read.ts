import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { digestOf, type Digest, type TaskPast } from "./count.ts"

export { digestPage } from "./page.ts"

interface DigestWish {
  /** In ms since 1970. */
  readonly since: number
  readonly until: number
  readonly project: string | undefined
  /** For whom what waits is counted. */
  readonly agent: string | undefined
}

export async function readDigest(
  client: Client,
  { since, until, project, agent }: DigestWish,
): Promise<Digest> {
  const tasks = await readTasks(client, { updatedSince: new Date(since).toISOString(), project })
  const [{ now }, { needs }] = await Promise.all([
    client.now.read({ agent }),
    client.needs.list({ agent, limit: 500 }),
  ])
  return digestOf({ since, until, tasks, now, needs })
}

// --- internal ---

const atOnce = 8

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
    past.push(
      ...(await Promise.all(
        found.slice(i, i + atOnce).map(async (task) => {
          const { attempts } = await client.task.history({ id: task.id, limit: 1 })
          return { task, attempts }
        }),
      )),
    )
  return past
}
