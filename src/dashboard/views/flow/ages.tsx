import type { StatsView } from "../../api/types.ts"
import { Avatar } from "../../components/avatar.tsx"
import { StatusIcon } from "../../components/icons.tsx"
import { useTasks, type ListFilter } from "../../reads/use-counts.ts"
import { useNow } from "../../state/context.ts"
import { counted, duration } from "../../words/format.ts"
import { Section } from "../../page/page.tsx"
import { TaskLink } from "../../page/links.tsx"

/** How many of them are shown: the oldest. */
const most = 10

/** How long ago the work in progress was begun, beside how long finished work took. */
export function Ages({ scope, stats: { cycleTime } }: { scope: ListFilter; stats: StatsView }) {
  const now = useNow(30_000)
  const { value } = useTasks(`ages ${JSON.stringify(scope)}`, {
    ...scope,
    status: ["doing", "blocked", "review"],
    sort: "started",
    limit: most,
  })
  if (!value) return null
  const ages = value.tasks.map((task) => ({
    task,
    ms: task.startedAt === null ? null : Math.max(0, now - Date.parse(task.startedAt)),
  }))
  const { p50, p90 } = cycleTime
  const longest = Math.max(1, (p90 ?? 0) * 1.15, ...ages.map(({ ms }) => ms ?? 0))
  const share = (ms: number) => `${Math.min(100, (100 * ms) / longest)}%`
  return (
    <Section title="Age of work in progress" count={value.total}>
      {ages.length === 0 ? (
        <p class="nothing">Nothing is in progress.</p>
      ) : (
        <div class="ages">
          {p50 !== null && p90 !== null && (
            <p class="muted small-text age-words">
              Half of the finished work took up to {duration(p50)}, and 9 of 10 up to {duration(p90)}, the
              line.
              {value.total > most && ` These are the ${most} oldest of ${counted(value.total)}.`}
            </p>
          )}
          <ul>
            {ages.map(({ task: { id, title, status, assignee }, ms }) => {
              const isOld = ms !== null && p90 !== null && ms > p90
              return (
                <li key={id} class="age">
                  <TaskLink id={id} class="age-task">
                    <StatusIcon status={status} />
                    <span class="id">{id}</span>
                    <span class="one-line" dir="auto">
                      {title}
                    </span>
                  </TaskLink>
                  <Avatar name={assignee} />
                  <span class="age-bar" aria-hidden="true">
                    {ms !== null && (
                      <span class={isOld ? "is-old" : undefined} style={{ width: share(ms) }} />
                    )}
                    {p90 !== null && <i style={{ left: share(p90) }} />}
                  </span>
                  <span class={`age-time${isOld ? " is-old" : ""}`}>
                    {ms === null ? "not started" : duration(ms)}
                    {isOld && <span class="unseen">, longer than 9 out of 10 tasks</span>}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </Section>
  )
}
