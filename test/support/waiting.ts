import type { Asker, Service } from "./service.ts"

/** A waiting request, and later its answer or error. */
export interface Waiting {
  answer: { task: { id: string; title: string } | null; lease?: { token: string } } | undefined
  error: unknown
  readonly done: Promise<void>
}

/** Sends requests that wait, in this order. Resolves when each of them is waiting or answered. */
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

/** Resolves when everything sent so far is decided, and everyone it woke has an answer. */
export async function settled(service: Service): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    await service.run("task.list")
  }
}

/** The task id of each answer: null for no task, `waits` for no answer yet. */
export const idsOf = (all: Waiting[]) =>
  all.map(({ answer }) => (answer === undefined ? "waits" : (answer.task?.id ?? null)))
/** Claims of the next task by `n` agents. */
export const claims = (n: number, input: object = {}): [string, object][] =>
  Array.from({ length: n }, (_, i) => ["task.claimNext", { agent: `agent ${i}`, ...input }])
