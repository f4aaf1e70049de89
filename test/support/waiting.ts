import type { Asker, Service } from "./service.ts"

/** A request that waits, and what became of it. */
export interface Waiting {
  answer: { task: { id: string; title: string } | null; lease?: { token: string } } | undefined
  error: unknown
  readonly done: Promise<void>
}

/** Sends requests that wait, in this order, and resolves when all of them are waiting or answered. */
export async function waitFor(
  service: Service,
  ...calls: [name: string, input: object, asker?: Asker][]
): Promise<Waiting[]> {
  const all = calls.map(([name, input, asker]) => {
    const waiting: Omit<Waiting, "done"> = { answer: undefined, error: undefined }
    const done = service.run(name, { agent: "ann", wait: "30s", ...input }, asker).then(
      (answer) => void (waiting.answer = answer as Waiting["answer"]),
      (error: unknown) => void (waiting.error = error),
    )
    return Object.assign(waiting, { done })
  })
  await settled(service)
  return all
}

/** What was asked so far has been decided, and whom it woke has been answered. */
export async function settled(service: Service): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    await service.run("task.list")
  }
}

/** The task of each answer: null for none, `waits` where there is no answer yet. */
export const idsOf = (all: Waiting[]) =>
  all.map(({ answer }) => (answer === undefined ? "waits" : (answer.task?.id ?? null)))
/** Claims of the next task by `n` agents. */
export const claims = (n: number, input: object = {}): [string, object][] =>
  Array.from({ length: n }, (_, i) => ["task.claimNext", { agent: `agent ${i}`, ...input }])
