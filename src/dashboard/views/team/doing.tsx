import type { AgentView } from "../../api/types.ts"
import { Icon } from "../../components/icons.tsx"
import { LastLine } from "../../components/last-line.tsx"
import { TaskLink } from "../../page/links.tsx"
import { useNow } from "../../state/context.ts"
import type { Card } from "../../state/state.ts"
import { useLastOutput } from "../../state/use-last-output.ts"
import { full, leaseOf, span } from "../../words/format.ts"
import { silenceOf } from "../../words/silence.ts"

/** A task in progress: what, how much of it is met, how long this attempt has taken, and the last line of output. */
export function Doing({ task, agent }: { task: Card; agent: Pick<AgentView, "lastSeenAt" | "kind"> }) {
  const { id, title, criteriaCount, criteriaMet, attemptStartedAt: since, startedAt } = task
  const now = useNow()
  return (
    <div>
      <TaskLink id={id} class="doing">
        <span class="id">{id}</span>
        <span class="one-line" dir="auto">
          {title}
        </span>
        <span class="doing-facts">
          {criteriaCount > 0 && (
            <span class="count" title={`${criteriaMet} of ${criteriaCount} criteria met`}>
              <Icon name="check" />
              {criteriaMet}/{criteriaCount}
            </span>
          )}
          {since && (
            <span class="muted since" title={sinceWords(since, startedAt)}>
              for {span(Math.max(0, now - Date.parse(since)))}
            </span>
          )}
          <Alarms task={task} agent={agent} />
        </span>
      </TaskLink>
      <LastLine id={id} />
    </div>
  )
}

// --- internal ---

/** When this attempt began, and when work on the task did, where that was earlier. */
function sinceWords(attempt: string, start: string | null): string {
  const words = `This attempt began ${full(attempt)}`
  return start === null || start >= attempt ? words : `${words}; the work began ${full(start)}`
}

/** For how long nothing was heard of it, and the end of its claim, if that is near and nobody has renewed it. */
function Alarms({ task, agent }: Parameters<typeof Doing>[0]) {
  const { lease } = task
  const now = useNow(1000)
  const printedAt = useLastOutput(task.id)?.at
  const silence =
    agent.kind === "person" ? null : silenceOf(task, { lastSeenAt: agent.lastSeenAt, printedAt }, now)
  const left = lease && leaseOf(lease.expiresAt, task, now)
  return (
    <span class="alarms">
      {silence && (
        <span class={`silence is-${silence.tone}`}>
          {silence.tone !== "calm" && <Icon name={silence.tone === "stuck" ? "alert" : "clock"} />}
          {silence.words}
        </span>
      )}
      {left?.tone === "urgent" && left.share < 0.2 && (
        <span class="silence is-stuck">
          <Icon name="alert" />
          {left.share === 0 ? "claim expired" : `claim ends in ${left.text}`}
        </span>
      )}
    </span>
  )
}
