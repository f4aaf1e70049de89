import { useMemo, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { StatsView } from "../api/types.ts"
import { Refused } from "../components/refused.tsx"
import { duration } from "../words/format.ts"
import { Chart } from "./chart.tsx"
import { cumulative, dayLabel, throughput } from "./flow-data.ts"
import { FlowTables } from "./flow-tables.tsx"
import { Graph } from "./graph.tsx"
import { Page } from "./page.tsx"
import type { ViewProps } from "./props.ts"
import { useRead } from "./use-read.ts"

const ranges = [7, 30, 90] as const

/** How work moves: in numbers, over time, and as a graph of what waits for what. */
export function Flow({ state }: ViewProps) {
  const [days, setDays] = useState<number>(30)
  const { value, refusal } = useRead(`stats ${days}`, () => call("stats.read", { days }), {
    isAbout: ({ type }) =>
      (type.startsWith("task.") && type !== "task.commented") || type === "lease.expired",
    every: 60_000,
  })
  // The old range stays visible until the new one has arrived.
  const [last, setLast] = useState<StatsView | null>(null)
  if (value && value.stats !== last) setLast(value.stats)
  const stats = value?.stats ?? last
  const isMissing = refusal?.status === 404
  return (
    <Page
      title="Flow"
      lead={
        stats
          ? `${dayLabel(stats.from)} to ${dayLabel(stats.to)}, in days of UTC`
          : isMissing
            ? ""
            : "Loading"
      }
      actions={
        <fieldset class="segments">
          <legend class="unseen">Range</legend>
          {ranges.map((range) => (
            <label key={range}>
              <input type="radio" name="range" checked={days === range} onChange={() => setDays(range)} />
              <span>{range} days</span>
            </label>
          ))}
        </fieldset>
      }
    >
      {isMissing ? (
        <p class="nothing">This server keeps no statistics. A newer Upnext does.</p>
      ) : (
        <Refused outcome={refusal && { refusal }} />
      )}
      {stats && !isMissing && <Numbers stats={stats} />}
      <Graph tasks={state.tasks} open={state.open?.id ?? null} />
    </Page>
  )
}

// --- internal ---

function Numbers({ stats }: { stats: StatsView }) {
  const { wip, cycleTime } = stats
  const bars = useMemo(() => throughput(stats), [stats])
  const areas = useMemo(() => cumulative(stats), [stats])
  return (
    <>
      <dl class="tiles">
        <Tile
          name="In progress"
          value={String(wip.doing)}
          more={`${wip.review} in review · ${wip.blocked} blocked`}
        />
        <Tile name="Done" value={String(bars.done)} more={`${bars.created} created`} />
        <Tile name="Median cycle time" value={duration(cycleTime.p50)} more="from start to finish" />
        <Tile name="90th percentile" value={duration(cycleTime.p90)} more="9 of 10 were faster" />
      </dl>
      <Chart
        title="Throughput"
        summary={`${bars.done} tasks were done and ${bars.created} created in ${stats.throughput.length} days.`}
        data={bars.data}
      />
      {areas && (
        <Chart
          title="Cumulative flow"
          summary={`On the last day ${wip.todo} tasks were in todo, ${wip.blocked} blocked, ${wip.doing} in doing and ${wip.review} in review.`}
          data={areas.drawn}
          table={areas.counted}
        />
      )}
      <FlowTables stats={stats} />
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
