import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import type { Resource, Task } from "../../../src/domain/board/records.ts"
import { nextTask, type NextQuery } from "../../../src/domain/rules/next.ts"
import { takenForAgent } from "../../../src/domain/rules/resources.ts"
import { priorities } from "../../../src/domain/wire/enums.ts"
import { nameKey } from "../../../src/domain/wire/names.ts"
import { createRandom, type Random } from "../../support/random.ts"
import { randomTask } from "../tasks.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"

const names = ["src", "src/http", "src/http/app", "src/cli", "gpu", "claude"]
const skills = ["opus", "browser"]
const agents = ["ann", "Bob", "eve"]

/** The rules of resources as the document says them, of two tasks at a time and without any index. */
function rulesOf(board: Board) {
  const isUnder = (name: string, above: string) => `${name}/`.startsWith(`${above}/`)
  const resource = (name: string): Partial<Resource> => board.resources.get(name) ?? {}
  const room = (name: string) => resource(name).capacity ?? 1
  const drawn = (agent: string | null) => board.agents.get(nameKey(agent ?? ""))?.resources ?? []
  const held = ({ status, lease, assignee, fields: { resources } }: Task) =>
    status === "doing" && lease?.state !== "offered" ? [...resources, ...drawn(assignee)] : []
  function hasRoom(needed: readonly string[]): boolean {
    const others = [...board.tasks.values()].map(held)
    const closed = names.filter((name) => resource(name).closed)
    if (needed.some((name) => closed.some((each) => isUnder(name, each)))) return false
    for (const other of others)
      for (const name of needed)
        for (const each of other) {
          if (isUnder(name, each) && room(each) === 1) return false
          if (isUnder(each, name) && room(name) === 1) return false
        }
    return names
      .filter((name) => room(name) > 1 && needed.some((each) => isUnder(each, name)))
      .every(
        (name) => others.filter((other) => other.some((each) => isUnder(each, name))).length < room(name),
      )
  }
  return { hasRoom, drawn }
}

function brute(board: Board, { agent, project, tags = [] }: NextQuery): number | undefined {
  const { hasRoom, drawn } = rulesOf(board)
  const known = board.agents.get(nameKey(agent))
  if (known?.pause) return undefined
  const isOwn = ({ assignee }: Task) => assignee !== null && nameKey(assignee) === nameKey(agent)
  const mayBegin = (task: Task) => hasRoom(task.fields.resources) && hasRoom(drawn(agent))
  const fitting = [...board.tasks.values()]
    .filter(
      ({ backoffUntil, fields: { notBefore } }) => Math.max(notBefore ?? 0, backoffUntil ?? 0) <= board.now,
    )
    .filter((task) => project === undefined || task.fields.project === project)
    .filter((task) => tags.every((tag) => task.fields.tags.includes(tag)))
    .sort(
      (a, b) => priorities.indexOf(a.fields.priority) - priorities.indexOf(b.fields.priority) || a.n - b.n,
    )
  const own = fitting.find(
    (task) => task.status === "doing" && isOwn(task) && (task.lease?.state !== "offered" || mayBegin(task)),
  )
  const free = fitting.find(
    (task) =>
      task.status === "todo" &&
      (task.assignee === null || isOwn(task)) &&
      task.fields.skills.every((skill) => known?.skills.includes(skill)) &&
      !(task.restsFor && task.restsFor.agent === nameKey(agent) && task.restsFor.until > board.now) &&
      mayBegin(task),
  )
  return (own ?? free)?.n
}

/** Somebody begins what is next, finishes it, or gives it back. */
function work(board: Board, random: Random): void {
  const agent = random.pick(agents)
  const doing = [...board.tasks.values()].filter(({ status }) => status === "doing")
  const task = doing.length === 0 || random.chance(0.5) ? nextTask(board, { agent }) : random.pick(doing)
  if (!task) return
  if (task.status === "todo") board.tasks.put({ ...task, status: "doing", assignee: agent, lease: null })
  else board.tasks.put({ ...task, status: random.pick(["done", "todo"]), assignee: null, lease: null })
}

function scribble(board: Board, random: Random, size: number, isBusy: boolean): void {
  if (isBusy && random.chance(0.9)) return work(board, random)
  const kind = random.below(12)
  if (kind === 0) board.resources.delete(random.pick(names))
  else if (kind === 1)
    board.resources.put({
      name: random.pick(names),
      capacity: random.pick([null, 1, 2, 3]),
      description: null,
      closed: random.chance(0.3) ? { until: null, by: "ann", at: 1, reason: null } : null,
    })
  else if (kind === 2)
    board.agents.put({
      ...{ name: random.pick(agents), kind: "agent", role: null, description: null, joinedAt: 1 },
      resources: names.filter(() => random.chance(0.15)),
      skills: skills.filter(() => random.chance(0.5)),
      pause: null,
    })
  else if (kind === 3) board.tasks.delete(1 + random.below(size))
  else if (kind === 4) board.advance(board.now + random.below(100))
  else board.tasks.put(taskAt(random, 1 + random.below(size), isBusy))
}

/** @param isPlain one of many that lie in the same queue and need one of a few names */
function taskAt(random: Random, n: number, isPlain: boolean): Task {
  const isOpen = random.chance(0.7)
  const task = randomTask(random, n)
  if (isPlain)
    return withState(task, {
      ...{ status: "todo", assignee: null, project: "docs", blockedBy: [], parent: null, lease: null },
      ...{ notBefore: null, backoffUntil: null, resources: [random.pick(names), random.pick(names)] },
    })
  return withState(task, {
    blockedBy: [],
    parent: null,
    resources: random.chance(0.6) ? names.filter(() => random.chance(0.25)) : [],
    skills: random.chance(0.2) ? skills.filter(() => random.chance(0.5)) : [],
    restsFor: random.chance(0.1)
      ? { agent: nameKey(random.pick(agents)), until: 900 + random.below(600) }
      : null,
    ...(isOpen && { status: "todo", assignee: random.pick([null, null, task.assignee]), lease: null }),
  })
}

test.each([71, 72, 73, 74])(
  "next is what the rules of resources, skills and rests say of all tasks together, seed %i",
  (seed) => {
    const random = createRandom(seed)
    let [found, passedOver] = [0, 0]
    for (let round = 0; round < 8; round++) {
      const board = createBoard()
      board.advance(900)
      const size = random.pick([6, 20, 60])
      const isBusy = round % 2 === 0
      if (isBusy) for (let n = 1; n <= size; n++) board.tasks.put(taskAt(random, n, true))
      for (let step = 0; step < 300; step++) {
        if (random.chance(0.1)) {
          board.begin()
          for (let i = random.below(8); i > 0; i--) scribble(board, random, size, isBusy)
          board.rollback()
          board.forget()
        }
        scribble(board, random, size, isBusy)
        const ask: NextQuery = {
          agent: random.pick(agents),
          project: random.chance(0.3) ? "docs" : undefined,
          tags: random.chance(0.3) ? ["x"] : [],
        }
        const expected = brute(board, ask)
        expect(nextTask(board, ask)?.n, `${round}.${step} ${JSON.stringify(ask)}`).toBe(expected)
        if (expected !== undefined) found++
        const { hasRoom, drawn } = rulesOf(board)
        expect(takenForAgent(board, ask.agent) === undefined).toBe(hasRoom(drawn(ask.agent)))
        let ready = 0
        for (const n of board.ready.ready()) {
          const task = board.tasks.get(n) as Task
          const mayGoOn = task.status === "doing" && task.lease?.state !== "offered"
          const isReady = mayGoOn || hasRoom(task.fields.resources)
          expect(board.ready.has(n), `T-${n}`).toBe(isReady)
          expect(board.ready.withoutRoom().has(n)).toBe(!isReady)
          if (!isReady) passedOver++
          else if (task.status === "todo") ready++
        }
        expect(board.ready.readyTodo).toBe(ready)
      }
    }
    expect(found).toBeGreaterThan(500)
    expect(passedOver).toBeGreaterThan(500)
  },
)
