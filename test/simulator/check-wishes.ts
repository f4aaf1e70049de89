import type { Random } from "../support/random.ts"

const trees = ["a".repeat(40), "b".repeat(40)] as const

/** The checks that prove a task. Some tasks may not be finished before they have passed. */
export function checksOf(random: Random, often: number): Record<string, unknown> {
  if (!random.chance(often)) return {}
  return {
    checks: random.pick([["test"], ["test"], ["test", "lint"]]),
    ...(random.chance(0.8) && { metadata: { checks_required: true } }),
  }
}

/** What somebody says that a check came to. */
export function resultOf(random: Random, mark: string): Record<string, unknown> {
  const isGood = random.chance(0.9)
  return {
    check: random.pick(["test", "test", "lint", "none"]),
    ...(isGood
      ? { status: "passed", exitCode: 0 }
      : { status: random.pick(["failed", "timed_out", "unknown"]) }),
    ...{ output: mark, tree: treeOf(random) },
    ...(random.chance(0.1) && { isNew: true }),
  }
}

/** The files, which change often. */
export function treeOf(random: Random): string | undefined {
  return random.chance(0.1) ? undefined : random.chance(0.6) ? trees[0] : trees[1]
}

/** Only the worker that claims a task to finish it itself finishes it with these files. */
export const workersTree = "c".repeat(40)

/** With which files somebody finishes a task, and whether as the worker that claimed it so. */
export const endOf = ({ random }: { random: Random }): Record<string, unknown> =>
  random.chance(0.2)
    ? { finishedBy: "worker", tree: workersTree }
    : { tree: random.chance(0.5) ? treeOf(random) : undefined }
