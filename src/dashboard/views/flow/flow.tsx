import type { ComponentProps } from "preact"
import { useMemo, useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import type { StatsView } from "../../api/types.ts"
import { Refused } from "../../components/refused.tsx"
import { counted, duration } from "../../words/format.ts"
import { Chart } from "./chart.tsx"
import { cumulative, dayLabel, throughput } from "./flow-data.ts"
import { Ages } from "./ages.tsx"
import {
  ranges,
  useFlowAddress,
  listFilter,
  ScopeChoice,
  scopeWords,
  statsInput,
  type FlowScope,
} from "./flow-scope.tsx"
import { FlowTables } from "./flow-tables.tsx"
import { ForecastPart } from "./forecast.tsx"
import { Page } from "../../page/page.tsx"
import { ViewSwitch } from "../../components/view-switch.tsx"
import { TimeInState } from "./time-in-state.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import { useRead } from "../../reads/use-read.ts"

/** How work moves: in numbers, over time, and into the future. */
export function Flow({ state: { tasks, agents } }: ViewProps) {
  const [{ scope, days }, choose] = useFlowAddress()
  const setScope = (wanted: FlowScope) => choose({ scope: wanted, days })
  const asked = { days, ...statsInput(scope) }
  const { value, refusal } = useRead(`stats ${JSON.stringify(asked)}`, () => call("stats.read", asked), {
    isAbout: ({ type }) =>
      (type.startsWith("task.") && type !== "task.commented") || type === "lease.expired",
    every: 60_000,
  })
  // The old numbers stay visible until the new ones have arrived.
  const [last, setLast] = useState<StatsView | null>(null)
  if (value && value.stats !== last) setLast(value.stats)
  const stats = value?.stats ?? last
  return (
    <Page
      title="Flow"
      lead={
        stats
          ? `${[...new Set([stats.since ?? stats.to, stats.to].map(dayLabel))].join(" to ")}, in UTC days`
          : !refusal && "Loading"
      }
      actions={
        <div class="flow-asked">
          <ViewSwitch label="Insights" of={["flow", "graph"]} at="flow" />
          <ScopeChoice tasks={tasks} agents={agents} scope={scope} onChange={setScope} />
          <fieldset class="segments">
            <legend class="unseen">Range</legend>
            {ranges.map((range) => (
              <label key={range}>
                <input
                  type="radio"
                  name="range"
                  checked={days === range}
                  onChange={() => choose({ scope, days: range })}
                />
                <span>{range} days</span>
              </label>
            ))}
          </fieldset>
        </div>
      }
    >
      <Refused outcome={refusal && { refusal }} />
      {stats && <Numbers stats={stats} scope={scope} onChoose={setScope} />}
    </Page>
  )
}

// --- internal ---

/** Plots of fewer days need no more than half of the page. */
const leastWide = 7

function Numbers({ stats, scope, onChoose }: ComponentProps<typeof FlowTables> & { scope: FlowScope }) {
  const { wip, cycleTime } = stats
  const bars = useMemo(() => throughput(stats), [stats])
  const areas = useMemo(() => cumulative(stats), [stats])
  if (stats.since === null)
    return <p class="nothing">Nothing to count yet. The numbers start with the first task.</p>
  const summary = (each: number, words: string) =>
    `${counted(each)} ${each === 1 ? "task was" : "tasks were"} ${words}`
  const measured = (words: string) => (cycleTime.p50 === null ? "no finished work to measure" : words)
  const { length } = bars.data.labels
  return (
    <>
      <dl class="tiles">
        <Tile
          name="In progress"
          value={counted(wip.doing)}
          more={`${counted(wip.review)} in review · ${counted(wip.blocked)} blocked`}
        />
        <Tile name="Done" value={counted(bars.done)} more={`${counted(bars.created)} created`} />
        <Tile
          name="Median cycle time"
          value={duration(cycleTime.p50)}
          more={measured("from start to finish")}
        />
        <Tile
          name="90th percentile"
          value={duration(cycleTime.p90)}
          more={measured("9 out of 10 were faster")}
        />
      </dl>
      {/* The plots of a few days stand beside each other, as wide as their days need. */}
      <div class={length < leastWide ? "charts two" : "charts"}>
        <Chart
          title="Throughput"
          summary={`${summary(bars.done, "done")} and ${counted(bars.created)} created in ${length === 1 ? "1 day" : `${length} days`}.`}
          data={bars.data}
        />
        {areas && (
          <Chart
            title="Cumulative flow"
            summary={`Tasks on the last day: ${counted(wip.todo)} in Ready or Waits, ${counted(wip.blocked)} blocked, ${counted(wip.doing)} in doing and ${counted(wip.review)} in review.`}
            data={areas.drawn}
            table={areas.counted}
            note={areas.note}
          />
        )}
      </div>
      <div class="two">
        <TimeInState stats={stats} />
        <ForecastPart stats={stats} what={scopeWords(scope)} />
      </div>
      <Ages scope={listFilter(scope)} stats={stats} />
      <FlowTables stats={stats} onChoose={onChoose} />
    </>
  )
}

function Tile({ name, value, more }: { name: string; value: string; more: string }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd class="tile-value">{value}</dd>
      <dd class="muted small-text">{more}</dd>
    </div>
  )
}
