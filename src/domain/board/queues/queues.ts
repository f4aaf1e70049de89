import { createKeyedSets } from "../../collections/keyed-sets.ts"
import type { SortedSet } from "../../collections/sorted-set.ts"
import { nameKey } from "../../wire/names.ts"
import { compareTurns, todoKey, within, type QueuePlace, type QueueTurn } from "./queue-place.ts"

/** The queues of ready tasks, each in the order of the turns. */
export interface Queues {
  /**
   * Ready tasks in `todo` with one assignee, in one project if given. `null` as assignee: the unassigned tasks.
   * @param skills only tasks that need exactly this set of skills, as `skillKey`
   */
  todo(assignee: string | null, project?: string, skills?: string): SortedSet<QueueTurn> | undefined
  /** The turns of ready tasks in `todo`, each set with the `nameKey` of the assignee. */
  assigned(): Iterable<readonly [string, SortedSet<QueueTurn>]>
  /**
   * Ready tasks in `doing` of one agent. With a session, only tasks that no other session holds; with `""`, tasks that
   * no session holds.
   */
  doing(agent: string, session?: string): readonly (SortedSet<QueueTurn> | undefined)[]
  /** @returns true if the task is now in a queue in which it was not before */
  move(from: QueuePlace | undefined, to: QueuePlace | undefined): boolean
  /** Keys and members, for comparing two boards. */
  dump(): unknown
}

export function createQueues(): Queues {
  // The parts of `todo` are its projects; the parts of `doing` are the sessions that hold the tasks.
  const queues = {
    todo: { whole: createKeyedSets(compareTurns), parts: createKeyedSets(compareTurns) },
    doing: { whole: createKeyedSets(compareTurns), parts: createKeyedSets(compareTurns) },
  }
  return {
    todo(assignee, project, skills = "") {
      const key = todoKey(assignee, skills)
      return project === undefined ? queues.todo.whole.get(key) : queues.todo.parts.get(within(key, project))
    },
    *assigned() {
      for (const [key, turns] of queues.todo.whole.entries()) {
        const [assignee = ""] = key.split("\t", 1)
        if (assignee !== "") yield [assignee, turns]
      }
    },
    doing(agent, session) {
      const key = nameKey(agent)
      if (session === undefined) return [queues.doing.whole.get(key)]
      const { parts } = queues.doing
      return [parts.get(within(key, "")), session === "" ? undefined : parts.get(within(key, session))]
    },
    move(from, to) {
      const isSameQueue = from?.isTodo === to?.isTodo && from?.part === to?.part
      if (isSameQueue && from?.turn === to?.turn) return false
      if (from) {
        const { whole, parts } = from.isTodo ? queues.todo : queues.doing
        whole.delete(from.key, from.turn)
        parts.delete(from.part, from.turn)
      }
      if (to) {
        const { whole, parts } = to.isTodo ? queues.todo : queues.doing
        whole.add(to.key, to.turn)
        parts.add(to.part, to.turn)
      }
      return to !== undefined && !isSameQueue
    },
    dump: () => Object.entries(queues).map(([name, { whole, parts }]) => [name, whole.dump(), parts.dump()]),
  }
}
