import { promise } from "./violation.ts"
import type { Run } from "./run.ts"
import { expectGiven, say, workAll } from "./say.ts"
import type { Server } from "./server.ts"
import { epoch, second } from "./time.ts"

/** Who waits is given what has room again: when it opens by time, when it is given back, or when a rest is over. */
export async function wakeForRoom(run: Run, tell: (words: string) => void): Promise<void> {
  const { world, servers } = run
  await ask(run, "agent.describe", { name: "dana", description: "sees to the rooms" })
  // Where a clock was ahead, the log has times that are yet to come, and time goes by slowly until then.
  const isAhead = run.audit.moment.at > epoch + world.now
  const story = world.random.pick(stories.filter(({ takesTime }) => !isAhead || takesTime !== true))
  tell(story.name)
  const parts = servers.map((server) => {
    const [worker, room] = [`r-${server.name}`, `room/${server.name}`]
    return { run, server, worker, room, task: `for ${server.name}` }
  })
  for (const part of parts) await story.prepare(part)
  await world.pass(story.before ?? second)
  const waits = parts.map(({ server, worker }) => {
    const input = { agent: worker, wait: "60s" }
    // By its key the auditor knows whose choice it is.
    const request = { name: "task.claimNext", input, actor: worker, key: `room for ${worker}` }
    return { server, given: say(run, request, server) }
  })
  await world.pass(second)
  for (const part of parts) await story.goOn?.(part)
  // A claim that has waited for a minute is tried once more, whatever woke it.
  await world.pass(50 * second)
  for (const { server, given } of waits)
    await expectGiven(given, `${story.name}: who waits at ${server.name}`)
  for (const { worker } of parts) await workAll(run, worker)
}

// --- internal ---

interface Part {
  readonly run: Run
  /** Where the claim waits. */
  readonly server: Server
  readonly worker: string
  readonly room: string
}

interface Story {
  readonly name: string
  readonly takesTime?: boolean
  /** How long it takes until somebody waits. */
  readonly before?: number
  /** The worker has nothing that it could begin now. */
  prepare(part: Part): Promise<void>
  /** What makes room, where it is not time. */
  goOn?(part: Part): Promise<void>
}

const stories: readonly Story[] = [
  {
    name: "a closed resource opens by itself",
    takesTime: true,
    async prepare(part) {
      await close(part, "room")
      await create(part, { resources: [part.room], assignee: part.worker })
    },
  },
  {
    name: "what an agent draws on opens by itself",
    takesTime: true,
    async prepare(part) {
      await ask(part.run, "agent.describe", { name: part.worker, resources: [part.room] })
      await close(part, part.room)
      await create(part, { assignee: part.worker })
    },
  },
  {
    name: "what somebody worked in is free",
    async prepare(part) {
      const { room, worker } = part
      await create(part, { resources: [room], status: "doing", assignee: `other-${worker}`, title: worker })
      // The second one waits behind the first, and needs what is below it.
      await create(part, { resources: [`${room}/a`], assignee: worker })
      await create(part, { resources: [`${room}/b`], assignee: worker })
    },
    async goOn(part) {
      const held = await ask(part.run, "task.next", { agent: `other-${part.worker}` })
      await ask(part.run, "task.edit", { id: idOf(held), status: "done" })
    },
  },
  {
    name: "more of a resource is declared",
    async prepare(part) {
      const { run, room, worker } = part
      await ask(run, "resource.set", { name: room, capacity: 2 })
      for (const n of [0, 1])
        await create(part, { resources: [`${room}/${n}`], status: "doing", assignee: `other-${worker}` })
      await create(part, { resources: [room], assignee: worker })
    },
    async goOn({ run, room }) {
      await ask(run, "resource.set", { name: room, capacity: 3 })
    },
  },
  {
    name: "the most urgent one comes back first",
    async prepare(part) {
      const { run, room, worker, server } = part
      const see = () => ask(run, "task.next", { agent: worker }, server)
      const first = await create(part, { resources: [room], status: "doing", assignee: `other-${worker}` })
      await create(part, { resources: [room], assignee: worker, priority: "P2" })
      await see()
      await ask(run, "task.edit", { id: idOf(first), status: "done" })
      const second = await create(part, { resources: [room], status: "doing", assignee: `other-${worker}` })
      await create(part, { resources: [room], assignee: worker, priority: "P0" })
      await create(part, { assignee: worker, priority: "P1" })
      await see()
      await ask(run, "task.edit", { id: idOf(second), status: "done" })
      await see()
    },
  },
  {
    name: "the rest after a limit is over",
    before: 20 * second,
    takesTime: true,
    async prepare(part) {
      const { worker } = part
      await ask(part.run, "agent.describe", { name: worker, resources: [part.room] })
      await create(part, { assignee: worker })
      const id = idOf(await ask(part.run, "task.claimNext", { agent: worker }))
      const until = new Date(epoch + part.run.world.now + 5 * second).toISOString()
      await ask(part.run, "task.release", { id, agent: worker, limit: { until } })
    },
  },
]

const close = ({ run }: Part, name: string) =>
  ask(run, "resource.close", {
    name,
    until: new Date(epoch + run.world.now + 30 * second).toISOString(),
  })

const create = (part: Part, fields: object) => ask(part.run, "task.create", { title: "a task", ...fields })

const idOf = ({ task }: Record<string, unknown>) => (task as { id: string }).id

async function ask(run: Run, name: string, input: Record<string, unknown>, server?: Server) {
  const outcome = await say(run, { name, input, actor: "dana" }, server)
  promise(outcome.kind === "ok", () => `${name} ${JSON.stringify(input)} gets ${JSON.stringify(outcome)}`)
  await run.world.pass(50) // the other servers hear of it
  return outcome.answer
}
