import { expect } from "vitest"
import { auditDone, auditLanded } from "./audit-proof.ts"
import { auditKept, auditOwn } from "./audit-kept.ts"
import { auditLoops, auditOrder } from "./audit-order.ts"
import { auditorGit, type AuditorGit } from "./auditor-git.ts"
import { landingsIn, type Landing } from "./landings.ts"
import { workOf, type ShownTask, type ShownWork } from "./shown-task.ts"
import type { Board, Clone, Task, World } from "./world.ts"

/** A task as its board shows it after the last step. */
export interface AuditedTask {
  readonly board: Board
  readonly own: Task
  readonly shown: ShownTask
  readonly checks: Awaited<ReturnType<typeof workOf>>["checks"]
  /** All work that was ever seen of it, the newest last. */
  readonly works: readonly ShownWork[]
}

export interface AuditedClone {
  readonly clone: Clone
  readonly git: AuditorGit
  readonly landings: readonly Landing[]
}

export interface Audit {
  readonly world: World
  readonly clones: readonly AuditedClone[]
  readonly tasks: readonly AuditedTask[]
  /** What was found to be well is not looked at anew. */
  readonly well: Set<string>
  /** Says that a promise is broken. */
  broken(what: string, detail?: unknown): void
}

/**
 * Looks from outside whether the promises hold: with git itself, the commands of the checks, and what the boards answer to
 * anybody. Nothing that an agent, a worker or a landing says is taken for true.
 * @returns called after each step; throws the promise that is broken, with the story
 */
export function createAudit(world: World): () => Promise<void> {
  const well = new Set<string>()
  const works = new Map<string, ShownWork[]>()
  const counts = { seen: new Map<string, number>() }
  return async () => {
    const audit: Audit = {
      world,
      clones: world.clones.map((clone) => ({
        ...{ clone, git: auditorGit(clone.root), landings: landingsIn(clone.root) },
      })),
      tasks: await shownIn(world, works),
      well,
      broken: (what, detail) =>
        expect.fail(`${what}\n${detail === undefined ? "" : `${toText(detail)}\n`}${world.story.join("\n")}`),
    }
    await auditDone(audit)
    await auditLanded(audit)
    auditKept(audit)
    auditOwn(audit)
    auditOrder(audit, counts.seen)
    auditLoops(audit)
  }
}

// --- internal ---

const toText = (detail: unknown) =>
  typeof detail === "string" ? detail : JSON.stringify(detail, undefined, 1)

async function shownIn(world: World, works: Map<string, ShownWork[]>): Promise<AuditedTask[]> {
  const all = world.boards.flatMap((board) => board.tasks.map((own) => ({ board, own })))
  return Promise.all(
    all.map(async ({ board, own }) => {
      const { task: shown, checks } = await workOf(board, own.id)
      const key = `${board.name}/${own.id}`
      const before = works.get(key) ?? []
      const { work } = shown
      if (work) works.set(key, [...before.filter(({ commit }) => commit !== work.commit), work])
      return { board, own, shown, checks, works: works.get(key) ?? [] }
    }),
  )
}
