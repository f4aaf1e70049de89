import { useEffect, useMemo, useState } from "preact/hooks"
import type { PublicEvent } from "../../../domain/events/shown.ts"
import { Button } from "../../components/button.tsx"
import { goToMoment } from "../../page/route.ts"
import { toBursts } from "../../words/bursts.ts"
import { ActivityFilter, countOf, toMatcher, type WantedEvents } from "./activity-filter.tsx"
import { EventBurst } from "./event-line.tsx"
import { Page } from "../../page/page.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import { useActivity } from "./use-activity.ts"
import { useTitles } from "../../reads/use-titles.ts"

/** What happened, newest first. New events appear as they happen. */
export function Activity({ state }: ViewProps) {
  const [wanted, setWanted] = useState<WantedEvents>({ kind: "all", name: "", task: "" })
  const [isFiltering, setFiltering] = useState(false)
  const matches = useMemo(() => toMatcher(wanted), [wanted])
  const { stretch, isLoading, hasFailed, loadEarlier, fill } = useActivity(matches)
  useEffect(() => void fill(), [matches])
  const [shown, setShown] = useState(page)
  useEffect(() => setShown(page), [matches])

  const found = useMemo(
    () =>
      (stretch?.events ?? [])
        .filter((event, i, all) => matches(event) && !isSaid(event, all[i + 1]))
        .reverse(),
    [stretch, matches],
  )
  const lines = useMemo(() => found.slice(0, shown), [found, shown])
  const titles = useTitles(lines, stretch?.events ?? [], state.tasks)
  const days = useMemo(() => [...Map.groupBy(lines, ({ at }) => dayName(new Date(at)))], [lines])
  const count = countOf(wanted)
  const hasMore = found.length > shown || (stretch !== null && stretch.from > 0)

  function more() {
    setShown(shown + page)
    if (found.length < shown + page) loadEarlier()
  }

  return (
    <Page
      title="Activity"
      lead={state.moment ? "Changes until then" : "Changes as they happen"}
      actions={
        <div class="head-actions">
          {stretch !== null && stretch.upTo > 0 && !state.moment && <TimeButton upTo={stretch.upTo} />}
          <Button
            icon="filter"
            text={count > 0 ? `Filters (${count})` : "Filters"}
            class="quiet more-filters"
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          />
        </div>
      }
    >
      <ActivityFilter isOpen={isFiltering} wanted={wanted} onWanted={setWanted} />
      {useMemo(
        () => days.map(([day, events]) => <Day key={day} day={day} events={events} titles={titles} />),
        [days, titles],
      )}
      {hasFailed && <p class="nothing">The events could not be read. The server may be down.</p>}
      {stretch && !isLoading && !hasFailed && found.length === 0 && (
        <p class="nothing">
          {stretch.from > 0
            ? "No recent events of this kind."
            : count > 0
              ? "No events of this kind."
              : "No events yet. Changes to tasks, and who made them, appear here."}
        </p>
      )}
      {isLoading && <p class="muted more">Loading</p>}
      {!isLoading && hasMore && <Button text="Load earlier" class="more" onClick={more} />}
    </Page>
  )
}

// --- internal ---

/** Leads to the moment that the page shows last. */
function TimeButton({ upTo }: { upTo: number }) {
  return (
    <Button
      class="time-open"
      icon="clock"
      text={<span>Time machine</span>}
      aria-label="Time machine"
      title="See the board, the team and the flow as they were at an earlier time"
      onClick={() => goToMoment(upTo)}
    />
  )
}

interface DayProps {
  day: string
  events: readonly PublicEvent[]
  titles: ReturnType<typeof useTitles>
}

function Day({ day, events, titles }: DayProps) {
  return (
    <section class="day" aria-label={day}>
      <h2>{day}</h2>
      <ol class="events">
        {toBursts(events).map(({ first, rest }, i, bursts) => (
          <EventBurst
            key={first.seq}
            first={first}
            rest={rest}
            previousAt={bursts[i - 1]?.first.at}
            title={titles.get(first.task ?? "")}
          />
        ))}
      </ol>
    </section>
  )
}

/** The event after an undo says what was undone. */
function isSaid({ type }: PublicEvent, next: PublicEvent | undefined): boolean {
  return type === "commands.undone" && next?.type === "task.put_back"
}

/** How many lines are drawn at once. */
const page = 200

function dayName(date: Date): string {
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date.toDateString() === today.toDateString()) return "Today"
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday"
  return date.toLocaleDateString(undefined, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  })
}
