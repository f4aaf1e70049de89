import { itemOf, linksOf } from "./import-wishes.ts"
import type { Run } from "./run.ts"
import { say } from "./say.ts"
import { minute, second } from "./time.ts"
import { promise } from "./violation.ts"

/**
 * Tasks are brought in, and it is broken off. The same again changes nothing, none of it is handed out before its end, and
 * what is taken back is as it was.
 */
export async function bringIn(run: Run, tell: (words: string) => void): Promise<void> {
  tell("tasks are brought in, and brought in again")
  run.check()
  for (const [id, { state }] of run.audit.moment.imports)
    if (state === "open") await ask(run, run.world.random.pick(["import.end", "import.abort"]), { id })
  const id = await begin(run)
  await expectPart(run, id, 0, [all.length, 0, 0])
  run.check()
  const [task = 0] = run.audit.moment.imports.get(id)?.added ?? []
  const early = await say(run, claim(task))
  promise(
    early.kind === "refused" && early.code === "task_not_ready",
    () => `a claim of T-${task} before the end of its import gets ${JSON.stringify(early)}`,
  )
  await ask(run, "task.next", { agent: "imp" })
  if (run.world.random.chance(0.5)) await restart(run)
  promise((await begin(run)) === id, () => `${id} is not gone on with`)
  await expectPart(run, id, 0, [0, all.length, 0])
  await ask(run, "import.add", { import: id, links: all.map((i) => linksOf(name, i, 0)) })
  await ask(run, "import.end", { id })
  run.check()
  const last = [...(run.audit.moment.imports.get(id)?.added ?? [])][3] ?? 0
  await ask(run, "task.edit", { id: `T-${last}`, priority: "P0" })
  await again(run, id, task)
}

// --- internal ---

const name = "end.csv"
const all = [0, 1, 2, 3, 4]

/** The same file, then a newer one, which keeps what was changed here and is taken back. */
async function again(run: Run, id: string, task: number): Promise<void> {
  const next = await begin(run)
  run.check()
  const { seq } = run.audit.moment
  await expectPart(run, next, 0, [0, all.length, 0])
  run.check()
  for (let n = seq + 1; n <= run.audit.moment.seq; n++)
    promise(
      run.audit.event(n)?.event.type !== "board.imported",
      () => `the same tasks came again, and are in event ${n}`,
    )
  await expectPart(run, next, 2, [0, 2, 2])
  await ask(run, "import.abort", { id: next })
  await ask(run, "task.list", { limit: "500" })
  const claimed = await say(run, claim(task))
  promise(
    claimed.kind === "ok",
    () => `a claim of T-${task} after its import gets ${JSON.stringify(claimed)}`,
  )
  const late = await say(run, { name: "import.abort", input: { id }, actor: "dana" })
  promise(
    late.kind === "refused" && late.code === "undo_blocked",
    () => `${id} is taken back after T-${task} was begun: ${JSON.stringify(late)}`,
  )
}

const claim = (n: number) => ({ name: "task.claim", input: { id: `T-${n}`, agent: "imp" }, actor: "imp" })

async function ask(run: Run, operation: string, input: Record<string, unknown>) {
  const outcome = await say(run, { name: operation, input, actor: "dana" })
  promise(
    outcome.kind === "ok",
    () => `${operation} ${JSON.stringify(input)} gets ${JSON.stringify(outcome)}`,
  )
  await run.world.pass(second) // the other servers hear of it
  return outcome.answer
}

async function begin(run: Run): Promise<string> {
  const answer = await ask(run, "import.begin", { kind: "csv", name })
  return (answer["import"] as { id: string }).id
}

/** @param expected how many are added, unchanged, and changed */
async function expectPart(run: Run, id: string, version: number, expected: readonly number[]): Promise<void> {
  const tasks = all.map((i) => itemOf(name, i, version))
  const answer = await ask(run, "import.add", { import: id, tasks })
  const { added, unchanged, changed } = answer as { added: number; unchanged: number; changed: unknown[] }
  const told = [added, unchanged, changed.length]
  promise(
    told.join() === expected.join(),
    () => `a part of ${id} is told as ${told.join()}, not ${expected.join()}`,
  )
}

async function restart({ servers, world }: Run): Promise<void> {
  for (const server of servers) server.kill()
  for (const server of servers) server.start()
  const areUp = () => servers.every(({ state }) => state === "up")
  promise(await world.passUntil(areUp, minute), () => "not all servers came up")
}
