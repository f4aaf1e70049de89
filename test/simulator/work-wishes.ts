import type { Known, Wish } from "./wishes.ts"

type Holder = (known: Known) => Record<string, unknown>

const commit = (n: number) => n.toString(16).padStart(40, "0")

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
    const { random, grips } = known
    const grip = grips.length > 0 && random.chance(0.8) ? random.pick(grips.slice(-4)) : undefined
    return {
      name: "task.land",
      input: {
        ...{ id: grip?.task ?? some(known), agent: known.name, base: "main", commit: someCommit(known) },
        epoch: Number(grip?.token.split(".")[1] ?? 1 + random.below(3)),
        ...{ result: random.pick(["landed", "landed", "conflict"]), comment: known.mark() },
      },
    }
  },
})

// --- internal ---

const someCommit = ({ random }: Known) => commit(random.chance(0.9) ? 0 : 1)
