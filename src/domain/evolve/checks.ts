import type { TaskDraft } from "../board/records.ts"
import type { Board } from "../board/board.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import type { CheckResult, Proof } from "../board/check-record.ts"
import { change } from "./task-changes.ts"

/** At most this many results of a task are kept. */
export const mostResults = 40

export function reportCheck(board: Board, event: EventOf<"check.reported">, meta: EventMeta): void {
  const { epoch, by, result } = event
  change(board, event, meta, (task) => {
    const known = task.proof?.results ?? []
    const results = bounded([{ ...result, epoch, by, at: meta.at }, ...known.map(quiet(result.check))])
    task.proof = { ...named(task.proof, epoch, result.tree), results }
  })
}

/** The current files of an attempt. If a task has no results, there is nothing to compare them with. */
export function nameTree(task: TaskDraft, epoch: number, tree: string | null | undefined): void {
  if (task.proof && tree != null)
    task.proof = { ...named(task.proof, epoch, tree), results: task.proof.results }
}

// --- internal ---

/** A result without files does not show that the files have changed. */
function named(proof: Proof | null, epoch: number, tree: string | null): Pick<Proof, "epoch" | "tree"> {
  return { epoch, tree: tree ?? (proof?.epoch === epoch ? proof.tree : null) }
}

/** Only the newest result of a check keeps what was printed. */
function quiet(check: string): (result: CheckResult) => CheckResult {
  return (result) => (result.check === check && result.output !== "" ? { ...result, output: "" } : result)
}

/**
 * The oldest result is dropped first, except that the newest result of each check is kept as long as there is another.
 */
function bounded(results: readonly CheckResult[]): readonly CheckResult[] {
  if (results.length <= mostResults) return results
  const isNewest = ({ check }: CheckResult, i: number) =>
    results.findIndex((other) => other.check === check) === i
  const last = results.findLastIndex((result, i) => !isNewest(result, i))
  const drop = last === -1 ? results.length - 1 : last
  return results.filter((_, i) => i !== drop)
}
