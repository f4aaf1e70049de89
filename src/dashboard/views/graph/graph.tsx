import { useMemo, useState } from "preact/hooks"
import { useLazy } from "../../components/lazy.tsx"
import { duration } from "../../words/format.ts"
import {
  childrenIn,
  folded,
  limited,
  longestChain,
  standIns,
  waitingIn,
  type WaitingTasks,
} from "./chains.ts"
import { GraphDrawing } from "./graph-drawing.tsx"
import { PickOne } from "../../components/pick-one.tsx"
import { choicesFrom } from "../../components/sources.tsx"
import { ViewSwitch } from "../../components/view-switch.tsx"
import { Page } from "../../page/page.tsx"
import type { ViewProps } from "../../reads/view-props.ts"

/** The most tasks that are drawn. More could not be read. */
const most = 200

function Legend() {
  return (
    <ul class="legend graph-legend" aria-label="Lines">
      {[
        ["edge", "The second task waits for the first"],
        ["edge is-part", "The first task is a child of the second, which waits for all its children"],
      ].map(([kind, words]) => (
        <li key={kind}>
          <svg width="30" height="8" aria-hidden="true">
            <path class={kind} d="M 0 4 h 28 m -6 -4 l 6 4 l -6 4" />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}

/** A graph of which open task waits for which, with the longest chain to one of them. */
export function Graph({ state: { tasks, open: panel } }: ViewProps) {
  const open = panel?.id ?? null
  const laying = useLazy(() => import("./lay-out.ts"))
  const [chosen, setChosen] = useState("")
  const waiting = useMemo(() => waitingIn(tasks), [tasks])
  const isIn = (id: string) => waiting.tasks.some((task) => task.id === id)
  const end = [chosen, open ?? ""].find((id) => id !== "" && isIn(id)) ?? null
  const chain = useMemo(() => longestChain(waiting, end), [waiting, end])
  const { whole, drawn, ...drawing } = useDrawn(waiting, chain)
  const estimates = chain.map((id) => tasks.get(id)?.etaMs ?? null)
  const total = estimates.reduce<number>((sum, ms) => sum + (ms ?? 0), 0)
  const unknown = estimates.filter((ms) => ms === null).length

  return (
    <Page
      title="Graph"
      class="graph-page"
      lead={
        waiting.tasks.length > 0 &&
        `${waiting.tasks.length} open tasks that wait for another task or block one`
      }
      actions={
        <div class="flow-asked">
          <ViewSwitch label="Insights" of={["flow", "graph"]} at="graph" />
          {waiting.tasks.length > 0 && (
            <label class="graph-end">
              <span>Longest chain to</span>
              <PickOne
                label="Longest chain to"
                text={end === null ? "any task" : `${end} ${tasks.get(end)?.title}`}
                none="any task"
                chosen={end ?? ""}
                from={choicesFrom(waiting.tasks.map(({ id, title }) => [id, `${id} ${title}`]))}
                onPick={setChosen}
              />
            </label>
          )}
        </div>
      }
    >
      {waiting.tasks.length === 0 ? (
        <p class="nothing">
          No open task waits for another. Set what a task waits for, and the graph shows the order.
        </p>
      ) : laying === "missing" ? (
        <p class="nothing">The graph layout could not be loaded. Reload the page.</p>
      ) : (
        <>
          <p class="muted graph-words">
            {chain.length} {chain.length === 1 ? "task" : "tasks, one after the other"}:{" "}
            {chain.slice(0, 12).join(" → ")}
            {chain.length > 12 ? " → …" : "."}
            {total > 0 &&
              ` Their estimates add up to ${duration(total)}${unknown > 0 ? `, not counting ${unknown} without an estimate` : ""}.`}
            {drawn.tasks.length < whole.tasks.length &&
              ` ${drawn.tasks.length} of ${whole.tasks.length} tasks are drawn: the chain and the tasks with the most links.`}
          </p>
          {drawn.parts.size > 0 && <Legend />}
          {laying && <GraphDrawing {...drawing} waiting={drawn} open={open} layOut={laying.layOut} />}
        </>
      )}
    </Page>
  )
}

// --- internal ---

/** The tasks that are drawn, without the children that are folded, and the chain through these. */
function useDrawn(waiting: WaitingTasks, ofAll: readonly string[]) {
  const [folds, setFolds] = useState<ReadonlySet<string>>(new Set())
  const children = useMemo(() => childrenIn(waiting), [waiting])
  const shown = useMemo(() => {
    const standsFor = standIns(waiting.tasks, folds)
    const whole = folded(waiting, standsFor)
    const chain = [...new Set(ofAll.map(standsFor))]
    return { whole, chain, drawn: limited(whole, chain, most) }
  }, [waiting, ofAll, folds])

  function onFold(id: string) {
    const next = new Set(folds)
    if (!next.delete(id)) next.add(id)
    setFolds(next)
  }

  return { ...shown, folded: folds, children, onFold }
}
