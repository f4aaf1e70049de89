import { randomUUID } from "node:crypto"
import { Agent } from "node:http"
import { expect } from "vitest"
import { auditLog } from "./ledger-audit.ts"
import type { Database } from "./postgres.ts"
import { call, type Answer } from "./server.ts"

/** A change that a server acknowledged, kept outside of all servers. */
export interface Entry {
  readonly kind: "created" | "claimed" | "completed"
  readonly task: string
  readonly agent: string
  /** Of a claim. */
  readonly epoch: number | undefined
  /** The seq that the answer reflects. */
  readonly seq: number
  /** The server that answered. */
  readonly url: string
}

/** What servers acknowledged, and what that proves about them. */
export interface Ledger {
  readonly entries: readonly Entry[]
  /**
   * Agents that create a task, claim the next one, complete it and read it at another server, until they are stopped. Agent `i` asks server `i` of
   * the list as long as that answers, otherwise the others, and repeats with the same Idempotency-Key what has no answer
   * yet.
   */
  work(urls: readonly string[], agents: number): Work
  /** Agents that claim and complete what is there, until nothing is left for any of them. */
  finishAll(urls: readonly string[], agents: number): Promise<void>
  /**
   * Compares what was acknowledged with the events that each server tells, and those with the log in the database: all
   * is there, once; no number is missing; no task ever had two holders.
   */
  audit(urls: readonly string[], database: Database): Promise<void>
}

/** Both reject with the first answer that no fault explains. */
export interface Work {
  /** Resolves when each of these servers has acknowledged so many more changes. */
  progress(urls: readonly string[], count?: number): Promise<void>
  /** Lets each agent end what it has begun. */
  stop(): Promise<void>
}

interface LedgerRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: Record<string, unknown>
  readonly headers: Record<string, string>
}

/** How long an agent waits for an answer before it asks another server, in ms. */
const patienceMs = 1500

/** How long an agent leaves a server alone that gave no answer, in ms. */
const avoidMs = 200

export function createLedger(): Ledger {
  const entries: Entry[] = []
  let titles = 0

  function work(
    urls: readonly string[],
    agents: number,
    creates = true,
  ): Work & { readonly done: Promise<unknown> } {
    let isOver = false
    const connections = new Agent({ keepAlive: true })
    const options = () => ({ agent: connections, signal: AbortSignal.timeout(patienceMs) })
    const avoided = new Map<string, number>()

    /** Changes something: asks until there is an answer that says what happened. */
    const ask = (home: number, path: string, body: Record<string, unknown>) =>
      insist(home, { method: "POST", path, body, headers: { "idempotency-key": randomUUID() } })

    /** Reads a finished task at the next server, which may not answer with anything older than that. */
    async function readBack(home: number, id: string, seq: number): Promise<void> {
      const headers = { "upnext-min-seq": String(seq) }
      const { answer } = await insist(home + 1, { method: "GET", path: `/tasks/${id}`, headers })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body["task"], "what was acknowledged before").toMatchObject({ status: "done" })
      expect(Number(answer.headers["upnext-seq"])).toBeGreaterThanOrEqual(seq)
    }

    async function insist(home: number, { method, path, body, headers }: LedgerRequest) {
      for (;;) {
        const turns = urls.map((_, i) => urls[(home + i) % urls.length] ?? "")
        const now = performance.now()
        const url = turns.find((each) => (avoided.get(`${home} ${each}`) ?? 0) <= now)
        if (url === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          continue
        }
        const answer = await call(url, method, path, body, headers, options()).catch(() => undefined)
        if (answer && answer.status !== 503) return { url, answer }
        avoided.set(`${home} ${url}`, performance.now() + avoidMs)
      }
    }

    function enter(kind: Entry["kind"], agent: string, { url, answer }: { url: string; answer: Answer }) {
      const { task, lease } = answer.body as { task: { id: string }; lease?: { token: string } }
      const seq = Number(answer.headers["upnext-seq"])
      const epoch = lease && Number(lease.token.split(".")[1])
      entries.push({ kind, task: task.id, agent, epoch, seq, url })
      return { id: task.id, leaseToken: lease?.token, seq }
    }

    async function live(i: number): Promise<void> {
      const agent = `agent ${i}`
      while (!isOver) {
        if (creates) {
          const made = await ask(i, "/tasks", { title: `Task ${titles++}`, createdBy: agent })
          expect(made.answer.status, made.answer.text).toBe(201)
          enter("created", agent, made)
        }
        const taken = await ask(i, "/tasks/next/claim", { agent })
        expect(taken.answer.status, taken.answer.text).toBe(200)
        if (taken.answer.body["task"] === null && !creates) return
        expect(taken.answer.body["task"], taken.answer.text).not.toBeNull()
        const { id, leaseToken } = enter("claimed", agent, taken)
        const path = `/tasks/${id}/complete`
        const ended = await ask(i, path, { agent, leaseToken, reflection: "It went well" })
        expect(ended.answer.status, ended.answer.text).toBe(200)
        await readBack(i, id, enter("completed", agent, ended).seq)
      }
    }

    const failures: unknown[] = []
    const done = Promise.all(
      Array.from({ length: agents }, (_, i) =>
        live(i).catch((error: unknown) => {
          isOver = true
          failures.push(error)
        }),
      ),
    )
    const check = () => {
      if (failures.length > 0) throw failures[0]
    }
    return {
      done,
      async progress(asked, count = 10) {
        const from = entries.length
        const isMet = (url: string) =>
          entries.slice(from).filter((entry) => entry.url === url).length >= count
        while (!asked.every(isMet)) {
          check()
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
      async stop() {
        isOver = true
        await done
        connections.destroy()
        check()
      },
    }
  }

  return {
    entries,
    work,
    async finishAll(urls, agents) {
      const finishing = work(urls, agents, false)
      await finishing.done
      await finishing.stop()
    },
    audit: (urls, database) => auditLog(entries, urls, database),
  }
}
