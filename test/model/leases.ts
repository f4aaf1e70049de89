import type { Board } from "../../src/domain/board/board.ts"
import type { Lease, Task } from "../../src/domain/board/records.ts"
import { same } from "./book.ts"

/** Who writes: by name and session, by the token of a lease, or by both. */
export interface Caller {
  readonly actor: string | null
  readonly session?: string | undefined
  readonly token?: string | undefined
}

/** How an attempt was ended, while nothing has changed since. */
interface Said {
  readonly how: string
  readonly agent: string
  readonly token: string | null
  readonly version: number
}

/** The token of the last claim of a task, and whether it may still be used. */
interface Grant {
  readonly token: string
  readonly isOver: boolean
}

export type Leases = ReturnType<typeof createLeases>

/** The rules of docs/rules.md on who may write for a task, told from the tasks and from what claims were answered. */
export function createLeases(board: () => Board) {
  const grants = new Map<number, Grant>()
  const issued = new Map<number, string[]>()
  const said = new Map<number, Said>()
  const leaseOf = (n: number) => board().tasks.get(n)?.lease ?? null

  /** `yes`, `no`, or why the token is refused. A lease that ran out is its holder's until the task is moved on. */
  function holds({ n, lease }: Task, { actor, session, token }: Caller): string {
    if (token !== undefined) {
      const grant = grants.get(n)
      if (token !== grant?.token || grant.isOver) return "lease_lost"
      return actor === null || same(actor, lease?.agent) ? "yes" : "actor_mismatch"
    }
    const isTheirs =
      lease?.session == null || lease.session.startsWith("terminal:") || lease.session === session
    return same(lease?.agent, actor) && isTheirs ? "yes" : "no"
  }

  function mayEnd(task: Task, caller: Caller, late: "late too" | "in time"): string {
    const [held, isHeld] = [holds(task, caller), isLive(task.lease)]
    if (held === "yes") return isHeld || late === "late too" ? "ok" : "lease_lost"
    if (held !== "no") return held
    if (task.status !== "doing") return "invalid_transition"
    return !isHeld && same(task.assignee, caller.actor) ? "ok" : "task_taken"
  }

  function isRepeated({ n, version }: Task, how: string, { actor, token }: Caller): boolean {
    const last = said.get(n)
    if (last?.how !== how || last.version !== version) return false
    if (token === undefined) return same(last.agent, actor)
    return token === last.token && (actor === null || same(actor, last.agent))
  }

  return {
    /** Every token that was given for a task, and the last while it may be used. */
    tokens: (n: number) => issued.get(n) ?? [],
    good: (n: number) => (grants.get(n)?.isOver === false ? grants.get(n)?.token : undefined),

    verdict: {
      heartbeat(task: Task, caller: Caller): string {
        const verdict = mayEnd(task, caller, "in time")
        return verdict === "ok" && task.lease?.state !== "held" ? "lease_lost" : verdict
      },
      complete: (task: Task, caller: Caller) =>
        isRepeated(task, "completed", caller) ? "ok" : mayEnd(task, caller, "late too"),
      release: (task: Task, caller: Caller) =>
        isRepeated(task, "released", caller) ? "ok" : mayEnd(task, caller, "in time"),
    },

    /** A claim was answered with this token. @returns whether it is a new one */
    granted(n: number, token: string): boolean {
      const before = issued.get(n) ?? []
      issued.set(n, [...before, token])
      grants.set(n, { token, isOver: false })
      return !before.includes(token)
    },

    /** Somebody has ended an attempt at the task. */
    ended(n: number, how: string, agent: string): void {
      const { version = 0 } = board().tasks.get(n) ?? {}
      said.set(n, { how, agent, version, token: grants.get(n)?.token ?? null })
    },

    /** To be called after each change: a token is over for good once its lease was. */
    look(): void {
      for (const [n, grant] of grants) {
        const lease = leaseOf(n)
        if (!lease || lease.state === "offered") grants.set(n, { ...grant, isOver: true })
      }
    },
  }
}

export const isLive = (lease: Lease | null) => lease !== null && lease.state !== "expired"
