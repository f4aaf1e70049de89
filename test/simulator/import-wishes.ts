import type { Random } from "../support/random.ts"
import { minute } from "./time.ts"
import type { Known, Wish } from "./wishes.ts"

/** What a client believes of the last import that it was told of. */
export interface SeenImport {
  readonly id: string
  readonly name: string
  readonly state: string
}

/** Files of another tool. They change every few minutes; until then they say the same. */
const names = ["old.csv", "new.csv"] as const
const most = 5
const priorities = ["P0", "P1", "P2", "P3"] as const

const sourceOf = (name: string, i: number) => `csv:${name}-${i}`

/** A task as the file says it in a version. Some fields change with each version, and some in one of them. */
export function itemOf(name: string, i: number, version: number): Record<string, unknown> {
  const isDone = i === 1 && version % 3 === 2
  return {
    source: sourceOf(name, i),
    title: `item ${i} of ${name}${i === 0 ? ` in its version ${version % 3}` : ""}`,
    priority: priorities[(i + (i % 2) * version) % 4],
    tags: i === 2 && version % 2 === 1 ? ["a"] : [],
    ...(i === 3 && version % 3 === 1 && { status: "blocked", reason: "as it is there" }),
    ...(isDone && { status: "done", summary: "It was done there." }),
  }
}

/** In some versions they close a circle. */
export function linksOf(name: string, i: number, version: number): Record<string, unknown> {
  const before = i > 0 ? i - 1 : version % 3 === 1 ? most - 1 : undefined
  return {
    source: sourceOf(name, i),
    blockedBy: i % 2 === 1 && before !== undefined ? [sourceOf(name, before)] : [],
    parent: i === 4 && version % 2 === 0 ? sourceOf(name, 2) : null,
  }
}

const some = (random: Random) => Array.from({ length: most }, (_, i) => i).filter(() => random.chance(0.7))

const versionAt = (now: number) => Math.floor(now / (2 * minute))

/** Each goes on with what is open, begins another, or does what does not fit. */
export function importWish({ random, now, imports }: Known): Wish {
  const last = imports.at(-1)
  const name = last?.state === "open" && random.chance(0.9) ? last.name : random.pick(names)
  const id = last && random.chance(0.95) ? last.id : `I-${1 + random.below(4)}`
  const version = versionAt(now)
  const part = (input: object): Wish => ({ name: "import.add", input: { import: id, ...input } })
  const begin = (): Wish => ({ name: "import.begin", input: { kind: "csv", name } })
  const add = () => part({ tasks: some(random).map((i) => itemOf(name, i, version)) })
  const link = () => part({ links: some(random).map((i) => linksOf(name, i, version)) })
  const end = (): Wish => ({ name: "import.end", input: { id } })
  const abort = (): Wish => ({ name: "import.abort", input: { id } })
  return last?.state === "open"
    ? random.pick([begin, add, add, add, link, link, end, end, abort])()
    : random.pick([begin, begin, begin, begin, add, end, abort])()
}
