import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { createClient, type Client } from "../../src/client/client.ts"
import type { SaidWord } from "../../src/client/hear.ts"
import { UpnextError } from "../../src/errors.ts"
import { startServer, temporaryHome, type Server } from "../support/server.ts"

/** One attempt at a task, as the agent knows it. */
interface Attempt {
  readonly task: string
  readonly epoch: number
  readonly claimed: number
  readonly heard: Map<string, string>
  readonly handed: ReadonlySet<string>
  /** When its last heartbeat that was answered had been sent. */
  beatAt: number
  /** When it gave up the task, or was told that it has none. */
  endedAt: number
}

interface Word {
  readonly task: string
  readonly id: string
  readonly sentAt: number
  readonly ackedAt: number
}

const now = () => performance.now()
const isLong = process.env["UPNEXT_LONG"] === "1"
const words = isLong ? 1000 : 200
const kills = isLong ? 6 : 2
const tasks = 8

test("words and answers over kills of the server and takeovers reach the attempt that they fell into, and no other", async () => {
  const space = await temporaryHome()
  let server: Server = await startServer({ home: space.home })
  const { url } = server
  const port = Number(new URL(url).port)
  const attempts: Attempt[] = []
  const said: Word[] = []
  /** The questions that were acknowledged, with the attempts that asked them. */
  const asked = new Map<string, Attempt>()
  const answered = new Map<string, { readonly id: string; readonly ackedAt: number }>()
  let isOver = false

  /** A request is sent again until a server has answered it. */
  async function persist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof UpnextError) || !["unreachable", "unavailable"].includes(error.code))
          throw error
        await sleep(20)
      }
  }

  async function work(name: string): Promise<void> {
    let current: Attempt | undefined
    const hear = (task: string, heard: readonly SaidWord[]) => {
      expect(task).toBe(current?.task)
      for (const { id, content } of heard) current?.heard.set(id, content)
    }
    for (let n = 0; !isOver; n++) {
      const session = `${name}-${n}`
      const client = createClient({ url, actor: name, session, hear })
      const { task, lease, handoff } = await persist(() =>
        client.task.claimNext({ agent: name, takeOver: n % 3 === 0 }),
      )
      if (!task || !lease) {
        await sleep(10)
        continue
      }
      const handed = new Set(handoff?.comments.map(({ id }) => id))
      current = {
        task: task.id,
        epoch: lease.epoch,
        claimed: now(),
        heard: new Map(),
        handed,
        beatAt: 0,
        endedAt: Infinity,
      }
      attempts.push(current)
      await beat(client, current, lease.token)
    }
  }

  /** Some attempts end by giving the task back, some are left lying, so that another session takes over. */
  async function beat(client: Client, attempt: Attempt, leaseToken: string): Promise<void> {
    const held = { id: attempt.task, leaseToken }
    const rounds = 1 + Math.floor(Math.random() * 12)
    try {
      for (let i = 0; i < rounds && !isOver; i++) {
        const sentAt = now()
        await persist(() => client.task.heartbeat(held))
        attempt.beatAt = sentAt
        if (Math.random() < 0.1 && (await ask(client, attempt, held))) return
        await sleep(Math.random() * 15)
      }
      attempt.endedAt = now()
      if (Math.random() < 0.6) await persist(() => client.task.release(held))
    } catch (error) {
      attempt.endedAt = now()
      if (
        !(error instanceof UpnextError) ||
        !["lease_lost", "invalid_transition", "task_taken"].includes(error.code)
      )
        throw error
    }
  }

  /** A question, and half of the time the task waits for its answer. @returns whether it does */
  async function ask(
    client: Client,
    attempt: Attempt,
    held: { id: string; leaseToken: string },
  ): Promise<boolean> {
    const { comment } = await persist(() => client.task.comment({ ...held, content: "Which one?", ask: {} }))
    asked.set(comment.id, attempt)
    if (Math.random() < 0.5) return false
    try {
      await persist(() => client.task.release({ ...held, waitsFor: comment.id }))
    } catch (error) {
      // The answer was faster.
      if (error instanceof UpnextError && error.code === "already_answered") return false
      throw error
    }
    attempt.endedAt = now()
    return true
  }

  /** Two people answer, so that they meet now and then. */
  async function reply(name: string): Promise<void> {
    const client = createClient({ url, actor: name })
    while (!isOver) {
      const { needs } = await persist(() => client.needs.list({ agent: name }))
      for (const { task, question } of needs) {
        if (question === undefined) continue
        try {
          const { comment } = await persist(() =>
            client.task.comment({ id: task.id, content: name, answers: question }),
          )
          expect(answered.get(question)).toBeUndefined()
          answered.set(question, { id: comment.id, ackedAt: now() })
        } catch (error) {
          if (!(error instanceof UpnextError) || error.code !== "already_answered") throw error
        }
      }
      await sleep(10)
    }
  }

  async function speak(from: number, to: number): Promise<void> {
    const client = createClient({ url, actor: "mira" })
    for (let n = from; n < to; n++) {
      const id = `T-${1 + Math.floor(Math.random() * tasks)}`
      const sentAt = now()
      const { comment } = await persist(() => client.task.comment({ id, content: `word ${n}` }))
      said.push({ task: id, id: comment.id, sentAt, ackedAt: now() })
      await sleep(Math.random() * 20)
    }
  }

  const boss = createClient({ url, actor: "mira" })
  for (let n = 0; n < tasks; n++) await boss.task.create({ title: `task ${n}` })
  const working = ["ann", "bob", "cy", "dee"].map(work)
  const speaking = Promise.all([0, 1, 2, 3].map((n) => speak((n * words) / 4, ((n + 1) * words) / 4)))
  const replying = ["kim", "lee"].map(reply)
  for (let n = 0; n < kills; n++) {
    await sleep(300)
    server.kill("SIGKILL")
    await server.exited
    server = await startServer({ home: space.home, port })
  }
  await speaking
  await sleep(200)
  isOver = true
  await Promise.all([...working, ...replying])

  const epochs = await epochsOf(url)
  for (const attempt of attempts)
    for (const id of attempt.heard.keys())
      expect([id, epochs.get(id)]).toEqual([id, `${attempt.task}@${attempt.epoch}`])
  const missed = said.filter(({ task, id, sentAt, ackedAt }) =>
    attempts.some(
      (each) =>
        each.task === task &&
        each.claimed <= sentAt &&
        each.beatAt >= ackedAt &&
        epochs.get(id) === `${task}@${each.epoch}` &&
        !each.heard.has(id),
    ),
  )
  expect(missed).toEqual([])
  const reached = said.filter(({ id }) =>
    attempts.some(({ heard, handed }) => heard.has(id) || handed.has(id)),
  )
  // Each question is answered once, and its answer reaches the attempt that asked, or whoever goes on with the task.
  expect(answered.size).toBeGreaterThan(words / 40)
  for (const [question, { id, ackedAt }] of answered) {
    const asker = asked.get(question)
    if (asker && epochs.get(id) === `${asker.task}@${asker.epoch}` && asker.beatAt >= ackedAt)
      expect([id, asker.heard.has(id)]).toEqual([id, true])
  }
  const ofTasks = await Promise.all(
    [...new Set(said.map(({ task }) => task))].map((id) => boss.task.comments({ id, limit: 500 })),
  )
  const answers = ofTasks.flatMap(({ comments }) => comments).flatMap((each) => each.answers ?? [])
  expect(answers.length).toBe(new Set(answers).size)
  expect(said).toHaveLength(words)
  expect(reached.length).toBeGreaterThan(words / 2)
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

/** For each comment, by the log: the attempt during which it was written. */
async function epochsOf(url: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const epochs = new Map<string, unknown>()
  for await (const event of createClient({ url }).events({ after: 0, once: true })) {
    if (event.type === "reset" || event.task === undefined) continue
    if (event.type === "task.claimed") epochs.set(event.task, event.data["epoch"])
    if (event.type === "task.commented")
      found.set(String(event.data["comment"]), `${event.task}@${String(epochs.get(event.task))}`)
  }
  return found
}
