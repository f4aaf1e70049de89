import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { givenUp } from "../state/actions.ts"
import type { WriteOutcome } from "../state/state.ts"
import type { Priority, TaskView } from "../api/types.ts"
import { useApp, useNow } from "../state/context.ts"
import { ago, full, restOf } from "../words/format.ts"
import { DateField } from "../components/date-field.tsx"
import { PriorityIcon, priorityNames } from "../components/icons.tsx"
import { Isolated } from "../shell/isolated.tsx"
import { Lease } from "../board/lease.tsx"
import { LineField } from "../components/line-field.tsx"
import { Refused } from "../components/refused.tsx"

export const priorities: readonly Priority[] = ["P0", "P1", "P2", "P3"]

/** The fields of a task, each edited where it stands. */
export function Properties({ task }: { task: TaskView }) {
  const now = useNow(20_000)
  const rest = restOf({ ...task, notBefore: null }, now)
  return (
    <div class="properties">
      <dl>
        <PriorityRow task={task} />
        <Row label="Project">
          <LineField task={task} name="project" label="Project" empty="default" list="projects" />
        </Row>
        <Row label="Assignee">
          <LineField task={task} name="assignee" label="Assignee" empty="Nobody" list="agents" />
        </Row>
        <Row label="Reviewer">
          <LineField task={task} name="reviewer" label="Reviewer" empty="No review" list="agents" />
        </Row>
        <Row label="Estimate">
          <LineField task={task} name="eta" label="Estimate" empty="None" />
        </Row>
        <Row label="Waits for">
          <LineField task={task} name="blockedBy" label="Waits for" empty="No other task" />
        </Row>
        <Row label="Parent">
          <LineField task={task} name="parent" label="Parent" empty="No other task" />
        </Row>
        <Row label="Found in">
          <LineField task={task} name="discoveredFrom" label="Found in" empty="No other task" />
        </Row>
        <Row label="Due">
          <DateField task={task} name="dueAt" label="Due" />
        </Row>
        <Row label="Not before">
          <DateField task={task} name="notBefore" label="Not before" />
        </Row>
        <Row label="Tags" isWide>
          <LineField task={task} name="tags" label="Tags" empty="None" />
        </Row>
        {task.lease && (
          <Row label="Lease" isWide>
            <Lease task={task} isLong />
          </Row>
        )}
        {task.attempts > 0 && (
          <Row label="Failed attempts">
            <span title={rest?.why}>
              {task.attempts}
              {rest && `, rests ${rest.left}`}
            </span>
          </Row>
        )}
        <Row label="Created">
          <span title={full(task.createdAt)}>
            {ago(task.createdAt, now)} by <Isolated text={task.createdBy} />
          </span>
        </Row>
        <Row label="Changed">
          <span title={full(task.updatedAt)}>{ago(task.updatedAt, now)}</span>
        </Row>
      </dl>
    </div>
  )
}

// --- internal ---

function Row({ label, isWide, children }: { label: string; isWide?: boolean; children: ComponentChildren }) {
  return (
    <div class={`row${isWide ? " is-wide" : ""}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function PriorityRow({ task }: { task: TaskView }) {
  const { actions } = useApp()
  const [outcome, setOutcome] = useState<WriteOutcome>(null)
  async function edit(priority: Priority) {
    const answer = await actions.edit(task, { priority })
    if (answer !== givenUp) setOutcome(answer)
  }

  return (
    <Row label="Priority">
      <span class="with-icon">
        <PriorityIcon priority={task.priority} />
        <select
          aria-label="Priority"
          value={task.priority}
          onChange={(event) => void edit(event.currentTarget.value as Priority)}
        >
          {priorities.map((priority) => (
            <option key={priority} value={priority}>
              {priorityNames[priority]}
            </option>
          ))}
        </select>
      </span>
      <Refused outcome={outcome} />
    </Row>
  )
}
