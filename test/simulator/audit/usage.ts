import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { promise } from "../violation.ts"

type Told = Extract<BoardEvent, { type: "usage.told" }>

/** The tokens of input of each attempt, by its epoch: as somebody said last, and by series and time as they were measured. */
export type Used = ReadonlyMap<
  number,
  { readonly said: number; readonly measured: ReadonlyMap<string, number> }
>

export interface ShownUsage {
  readonly total: { readonly inputTokens?: number }
  readonly attempts: readonly { readonly attempt: string; readonly inputTokens?: number }[]
}

export const noneUsed: Used = new Map()

export function withUsage(used: Used, { epoch, said, series = [] }: Told): Used {
  const before = used.get(epoch) ?? { said: 0, measured: new Map<string, number>() }
  const measured = new Map(before.measured)
  for (const each of series)
    for (const [time, value] of each.kinds.includes("input") ? each.known : []) {
      const key = `${each.series} ${time}`
      promise(value > (measured.get(key) ?? 0), () => `${key} of attempt ${epoch} is told again as ${value}`)
      measured.set(key, value)
    }
  return new Map(used).set(epoch, { said: said?.counts[0] ?? before.said, measured })
}

/** What was measured counts more than what was said, and the task shows the sum of its attempts. */
export function checkUsage(shown: ShownUsage | undefined, used: Used, told: () => string): void {
  const right = new Map(
    [...used].map(([epoch, { said, measured }]) => [
      epoch,
      measured.size > 0 ? sum(measured.values()) : said,
    ]),
  )
  const { total = {}, attempts = [] } = shown ?? {}
  promise(
    (total.inputTokens ?? 0) === sum(right.values()),
    () => `${told()} shows ${total.inputTokens ?? 0} tokens, where the log has ${sum(right.values())}`,
  )
  for (const { attempt, inputTokens = 0 } of attempts) {
    const known = right.get(Number(attempt.split(".")[1]))
    promise(inputTokens === known, () => `${told()} shows ${inputTokens} tokens of ${attempt}, not ${known}`)
  }
}

// --- internal ---

function sum(all: Iterable<number>): number {
  let total = 0
  for (const each of all) total += each
  return total
}
