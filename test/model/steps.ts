import { createCommands } from "./commands.ts"
import { codeOf, type Racer, type Run } from "./run.ts"
import type { TwoAsOne } from "./two-servers.ts"

const weights: [string, number][] = [
  ["create", 5],
  ["claimNext", 8],
  ["claim", 6],
  ["heartbeat", 4],
  ["comment", 4],
  ["check", 2],
  ["release", 4],
  ["retry", 3],
  ["complete", 9],
  ["sayAgain", 2],
  ["everyToken", 2],
  ["review", 6],
  ["patch", 8],
  ["remove", 1],
  ["restore", 1],
  ["undo", 5],
  ["redo", 2],
  ["undoAndRedo", 2],
  ["openAgain", 1],
  ["goOn", 2],
  ["describe", 2],
  ["setResource", 2],
  ["closeResource", 1],
  ["openResource", 2],
  ["pauseAgent", 1],
  ["resumeAgent", 3],
  ["takeOff", 1],
  ["report", 3],
  ["land", 3],
]
const bag = weights.flatMap(([name, weight]) => Array<string>(weight).fill(name))

/** Those that make one call. */
const racing = bag.filter(
  (name) => !["sayAgain", "everyToken", "undoAndRedo", "openAgain", "goOn", "land"].includes(name),
)

/** Goes on by one random command, or by two at once. */
export function createSteps(run: Run) {
  const { model, random, tally, look, passTime } = run
  const commands = createCommands(run)
  return { race, step }

  /** Two commands at the same moment, one at each server, often for one task. */
  async function race(servers: TwoAsOne): Promise<string> {
    const time = random.chance(0.4) ? await passTime() : "at once"
    look()
    const calls: Racer[] = (run.gathered = [])
    await commands[random.pick(racing)]?.()
    const target = calls[0]?.input["id"]
    if (typeof target === "string" && random.chance(0.7)) run.aimed = Number(target.slice(2))
    await commands[random.pick(racing)]?.()
    run.aimed = run.gathered = undefined
    const [one, other] = calls
    if (!one || !other) throw new Error("two calls were gathered")
    const ends = await servers.race([one, other])
    const isSame = target !== undefined && target === other.input["id"]
    return ends.reduce((told, { call, ended }) => {
      const isDone = ended.status === "fulfilled"
      const verdict = call.check(isDone ? "ok" : codeOf(ended.reason), isDone ? ended.value : undefined)
      tally(`${call.name} ${verdict} in a race`)
      if (isSame) tally(`${verdict} in a race for one task`)
      return `${told}; ${call.name} ${JSON.stringify(call.input)}: ${verdict}`
    }, `${time}, a race`)
  }

  async function step(): Promise<string> {
    const time = random.chance(0.4) ? await passTime() : "at once"
    const name = run.count === 0 ? "create" : model.cards().length > 40 ? "remove" : random.pick(bag)
    return `${time}; ${(await commands[name]?.()) ?? ""}`
  }
}
