import { pickSeen, type Seen } from "./seen.ts"
import type { Known, Wish } from "./wishes.ts"

type Holder = (known: Known) => Record<string, unknown>

const commit = (n: number) => n.toString(16).padStart(40, "0")

export const waitsToLand = ({ status, work }: Seen) => status === "done" && work != null && !work.landed

/** What is said of work in a repository. Nearly all of it is one commit, so that what lands is often the right one. */
export const workWishes = (holder: Holder, some: (known: Known) => string) => ({
  report: (known: Known): Wish => {
    const { random } = known
    const held = holder(known)
    const patch = somePatch(known, held["id"])
    return {
      name: "task.reportWork",
      input: {
        ...{ ...held, repository: "shop", branch: known.mark(), base: random.chance(0.8) ? "main" : null },
        ...{
          tree: commit(0),
          commit: someCommit(known),
          files: random.chance(0.8) ? 1 : 0,
          additions: 1,
          deletions: 1,
        },
        ...(patch && { patch: { id: patch.id, sha256: patch.sha256 } }),
      },
    }
  },
  pull: somePull,
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
        ...{ ...outcome(known), comment: known.mark() },
      },
    }
  },
})

// --- internal ---

/** One of two pull requests, and often the one that the task has. */
function somePull(known: Known): Wish {
  const { random } = known
  const found = random.chance(0.95)
    ? pickSeen(known, ({ work }) => work != null && (!work.landed || random.chance(0.2)))
    : undefined
  const { epoch = 1, url } = found?.work ?? {}
  const isKnown = url !== undefined && random.chance(0.9)
  const state = random.pick(["open", "open", "open", "closed", "merged"])
  return {
    name: "task.reportPull",
    input: {
      ...{ id: found?.id ?? `T-${1 + random.below(9)}`, agent: known.name, epoch, opened: !isKnown },
      pull: {
        ...{
          url: isKnown ? url : `https://github.com/acme/shop/pull/${1 + random.below(2)}`,
          state,
          base: "main",
        },
        ...{ head: someCommit(known), failed: random.chance(0.4) ? ["build"] : [] },
        ...(random.chance(0.2) && {
          changes: { by: "mira", at: new Date(4_000_000_000_000 + random.below(9) * 1000).toISOString() },
        }),
      },
    },
  }
}

const outcome = ({ random }: Known) =>
  random.pick([
    { result: "landed" },
    { result: "landed" },
    { result: "conflict" },
    { result: "checks_failed", check: { check: "test", status: "failed", exitCode: 1 } },
  ])

/** The last file of a task, and now and then one of another task. */
const somePatch = ({ files }: Known, task: unknown) =>
  files.findLast((file) => file.task === task) ?? (files.length % 3 === 0 ? files.at(-1) : undefined)

const someCommit = ({ random }: Known) => commit(random.chance(0.9) ? 0 : 1)
