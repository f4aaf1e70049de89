import type { Random } from "../support/random.ts"
import type { Run } from "./run.ts"
import type { Server } from "./server.ts"
import type { Request } from "./call.ts"
import { hour, minute, second } from "./time.ts"
import { agents } from "./agents.ts"
import { wishOf } from "./wishes.ts"

/** Does one thing that might happen, and says it in words. Nobody waits for how it ends. */
export function takeStep(run: Run): string {
  const { world, servers, known } = run
  const { random } = world
  const server = random.pick(servers)
  if (random.chance(run.manner.faults)) {
    const words = random.chance(run.manner.faultsOfHome)
      ? random.pick(run.home.faults)(server)
      : random.pick(faults)(run, server)
    run.count(words.replace(/[\d.]+/g, "n"))
    return words
  }
  if (known.open.size > 0 && random.chance(0.15)) {
    const of = random.pick([...known.open])
    const request = of.sent[0]?.request
    if (request) {
      void run.ask(server, request, { of, ...manners(random) })
      return `${request.actor} says again to ${server.name}: ${wordsOf(request)}`
    }
  }
  const request = requestOf(run, random)
  return wordsFor(run, server, request, random)
}

/** How long it is until the next thing happens, in ms. */
export function gapOf({ world: { random } }: Run): number {
  const kind = random.below(100)
  if (kind < 40) return random.below(3)
  if (kind < 80) return random.below(200)
  if (kind < 95) return random.below(5 * second)
  return random.below(kind < 99 ? minute : 5 * minute)
}

// --- internal ---

function requestOf(run: Run, random: Random): Request & { mark: string } {
  const { world, known, audit } = run
  const name = random.pick(agents)
  const mark = run.mark()
  const request = wishOf({
    random,
    name,
    tasks: known.tasks,
    grips: known.grips.get(name) ?? [],
    files: known.files,
    comments: known.comments,
    seen: known.seen,
    imports: known.imports,
    now: world.now,
    lastSeq: audit.moment.seq,
    manner: run.manner,
    secrets: known.secrets.get(name) ?? [],
    accounts: [...known.secrets.keys()],
    tokens: [...known.secrets.values()].flat().length,
    mark: () => mark,
  })
  const joins = random.chance(0.2) ? known.commands.get(request.actor) : undefined
  const isKeyed = random.chance(request.name === "task.claimNext" ? 0.8 : 0.4)
  return { ...request, mark, joins, ...(isKeyed && { key: `key ${mark}` }) }
}

function wordsFor(
  run: Run,
  server: Server,
  { mark, ...request }: Request & { mark: string },
  random: Random,
): string {
  void run.ask(server, request, { mark, ...manners(random) })
  return `${request.actor} asks ${server.name}: ${wordsOf(request)}`
}

const wordsOf = ({ name, input, key, joins }: Request) =>
  `${name} ${JSON.stringify(input)}${key === undefined ? "" : ` with ${key}`}${joins === undefined ? "" : ` joining ${joins}`}`

/** How patient a client is, and how bad its line. */
const manners = (random: Random) => ({
  loss: random.chance(0.1) ? 0.5 : 0,
  patience: random.chance(0.1) ? random.below(2 * second) : 90 * second,
})

/** Mostly a short time, in ms; now and then so long that leases run out. */
const soon = (random: Random) => random.below(random.chance(0.9) ? 3 * second : 10 * minute)

const faults: ((run: Run, server: Server) => string)[] = [
  ({ world }, server) => {
    const ms = soon(world.random)
    server.kill()
    world.after(ms, () => server.start())
    return `${server.name} is killed, and started after ${ms} ms`
  },
  ({ world }, server) => {
    const ms = soon(world.random)
    void server.stop().then(() => world.after(ms, () => server.start()))
    return `${server.name} is stopped, and started ${ms} ms later`
  },
  ({ world, servers }) => {
    const ms = soon(world.random)
    for (const server of servers) {
      server.kill()
      world.after(ms, () => server.start())
    }
    return `all servers are killed, and started after ${ms} ms`
  },
  ({ world }, server) => {
    const ms = world.random.below(world.random.chance(0.8) ? 10 * second : 3 * minute)
    server.process?.freeze(ms)
    return `${server.name} stands still for ${ms} ms`
  },
  ({ world: { random } }, server) => {
    const ms = random.pick([1, -1]) * random.below(random.pick([10 * second, 10 * minute, 3 * hour]))
    server.machine.ahead += ms
    return `the clock of ${server.name} is set by ${ms} ms`
  },
]
