import type { Mutant } from "../simulator/mutants.ts"

/** Lines of what proves, keeps and lands work, each rewritten so that it breaks a promise. */
export const mutants: readonly Mutant[] = [
  {
    name: "a landing goes on with a check that failed",
    file: "src/attempts/land/check-candidate.ts",
    line: 'if (ran?.status !== "passed") return refusal(checking.base, name, ran)',
    broken: "if (ran === undefined) return refusal(checking.base, name, ran)",
  },
  {
    name: "a worker finishes with a check that failed",
    file: "src/attempts/work/verify-work.ts",
    line: 'results.find(({ status, counts }) => status !== "passed" || !counts)',
    broken: 'results.find(({ status }) => status === "unknown")',
  },
  {
    name: "checks that passed on other files count where it lands",
    file: "src/attempts/land/are-proven.ts",
    line: "if (began.length === 0 || !names.every(hasPassed)",
    broken: "if (began.length > 0) return true\n  if (!names.every(hasPassed)",
  },
  {
    name: "checks that passed on other files count on the board",
    file: "src/domain/board/said/proof.ts",
    line: "if (result.epoch === proof.epoch && result.tree !== proof.tree) return false",
    broken: "",
  },
  {
    name: "a command finishes its own task",
    file: "src/domain/rules/left-to-worker.ts",
    line: 'return lease?.finishedBy === "worker" && said.finishedBy !== "worker"',
    broken: 'return lease?.finishedBy === "worker" && said.finishedBy === undefined && lease.until < 0',
  },
  {
    name: "what was left uncommitted is lost",
    file: "src/repository/leave.ts",
    line: "const snapshot = commits ?",
    broken: "const snapshot = commits && record.epoch < 0 ?",
  },
  {
    name: "a landing takes the files of the attempt as they are",
    file: "src/repository/merge-in.ts",
    line: "{ ...merged, from: from.commit }",
    broken: "{ ...merged, tree: await treeOf(git, end), from: from.commit }",
  },
]
