import { isOutdated } from "../../src/domain/board/tasks/is-closed.ts"
import type { Caller } from "./cards.ts"
import { id, type Run } from "./run.ts"

type Verb = (
  name: string,
  field: string,
  input: object,
  expected: (n: number, who: Caller) => string,
) => Promise<string>

const commit = (n: number) => n.toString(16).padStart(40, "0")

/** What is said of work in a repository, and of how it landed. */
export function createLandCommands(run: Run, verb: Verb): Record<string, () => Promise<string>> {
  const { service, random, model, attempt, tally } = run
  let reports = 0
  return {
    report() {
      const [files, base] = [random.chance(0.8) ? 1 : 0, random.chance(0.8) ? "main" : null]
      const size = { files, additions: 2, deletions: 3, tree: commit(0), commit: commit(++reports) }
      const work = { repository: "shop", branch: "upnext/T", base, ...size }
      return verb("task.reportWork", "agent", work, (n, who) => {
        const verdict = model.report(n, who, files > 0 && base !== null)
        if (verdict === "ok") tally("work was reported")
        return verdict
      })
    },
    land() {
      const finished = model.cards().filter(({ status, work }) => status === "done" && work && !work.landed)
      const worked = model.cards().filter(({ work }) => work)
      const some = random.chance(0.7) && finished.length > 0 ? finished : worked
      if (some.length === 0) return Promise.resolve("nothing to land")
      const { n, work } = random.pick(some)
      const task = service.board.tasks.get(n)
      const kept = task?.work
      const isSame = random.chance(0.9)
      const isLate = task !== undefined && isOutdated(task)
      const result = random.pick(["landed", "landed", "conflict", "checks_failed"])
      const said = {
        epoch: kept?.epoch ?? 1,
        commit: isSame ? kept?.commit : commit(0),
        base: "main",
      }
      return attempt("task.land", { id: id(n), agent: "pat", result, ...said }, {}, () => {
        const isFirst = !work?.landed
        if (result === "landed" || !isSame || isLate || model.find(n)?.status !== "done" || !isFirst)
          return count(result, model.landed(n, "pat", isSame, isLate))
        const words = result === "conflict" ? "It is in conflict with main." : "A check is red in main."
        return count(result, model.cannotLand(n, "pat", words))
      })
    },
  }

  function count(result: string, verdict: string): string {
    if (verdict === "ok") tally(result === "landed" ? "landed" : "could not land")
    return verdict
  }
}
