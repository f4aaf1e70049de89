import { pickSeen, type Seen } from "./seen.ts"
import type { Known, Wish } from "./wishes.ts"

type Holder = (known: Known) => Record<string, unknown>

const commit = (n: number) => n.toString(16).padStart(40, "0")

export const waitsToLand = ({ status, work }: Seen) => status === "done" && work != null && !work.landed

/** What is said of work in a repository. Nearly all of it is one commit, so that what lands is often the right one. */
export const workWishes = (holder: Holder, some: (known: Known) => string) => ({
  report: (known: Known): Wish => ({
    name: "task.reportWork",
    input: {
      ...{ ...holder(known), repository: "shop", branch: known.mark(), base: "main" },
      ...{ tree: commit(0), commit: someCommit(known), files: 1, additions: 1, deletions: 1 },
    },
  }),
  land: (known: Known): Wish => {
    const { random } = known
    const done = random.chance(0.9) ? pickSeen(known, waitsToLand) : undefined
    const { epoch = 1 + random.below(3), commit = someCommit(known) } = done?.work ?? {}
    return {
      name: "task.land",
      input: {
        ...{ id: done?.id ?? some(known), agent: known.name, base: "main" },
        ...(random.chance(0.9)
          ? { epoch, commit }
          : { epoch: 1 + random.below(3), commit: someCommit(known) }),
        ...{ result: random.pick(["landed", "landed", "conflict"]), comment: known.mark() },
      },
    }
  },
})

// --- internal ---

const someCommit = ({ random }: Known) => commit(random.chance(0.9) ? 0 : 1)
