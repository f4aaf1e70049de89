import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { givenUp, type Outcome } from "../actions.ts"
import type { Changes, Priority, TaskView } from "../api.ts"
import { useApp, useNow } from "../context.ts"
import { ago, full, leaseLeft } from "../format.ts"
import { PriorityIcon, priorityNames } from "./icons.tsx"
import { Refused } from "./refused.tsx"

export const priorities: readonly Priority[] = ["P0", "P1", "P2", "P3"]

/** The fields of a task; those that are edited most are edited in place. */
export function Properties({ task }: { task: TaskView }) {
  const { actions } = useApp()
  const now = useNow()
  const [outcome, setOutcome] = useState<Outcome>(null)

  async function edit(changes: Changes) {
    const answer = await actions.edit(task, changes)
    if (answer !== givenUp) setOutcome(answer)
  }

  const lease = task.lease && leaseLeft(task.lease.expiresAt, now)
  return (
    <div class="properties">
      <dl>
        <Row label="Priority">
          <span class="with-icon">
            <PriorityIcon priority={task.priority} />
            <select
              aria-label="Priority"
              value={task.priority}
              onChange={(event) => void edit({ priority: event.currentTarget.value as Priority })}
            >
              {priorities.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityNames[priority]}
                </option>
              ))}
            </select>
          </span>
        </Row>
        <Row label="Assignee">
          <NameField
            label="Assignee"
            value={task.assignee === "unassigned" ? "" : task.assignee}
            empty="Unassigned"
            onSave={(name) => void edit({ assignee: name || "unassigned" })}
          />
        </Row>
        <Row label="Reviewer">
          <NameField
            label="Reviewer"
            value={task.reviewer ?? ""}
            empty="No review"
            onSave={(name) => void edit({ reviewer: name || null })}
          />
        </Row>
        {lease && (
          <Row label="Lease">
            <span class={`lease lease-${lease.tone}`}>
              {task.lease?.holder}, {lease.text}
              {lease.tone !== "urgent" && task.lease?.expiresAt != null && " left"}
            </span>
          </Row>
        )}
        <Row label="Project">{task.project}</Row>
        {task.tags.length > 0 && (
          <Row label="Tags">
            {task.tags.map((tag) => (
              <span key={tag} class="chip">
                {tag}
              </span>
            ))}
          </Row>
        )}
        {task.eta !== null && <Row label="Estimate">{task.eta}</Row>}
        {task.dueAt !== null && <Row label="Due">{full(task.dueAt)}</Row>}
        {task.notBefore !== null && <Row label="Not before">{full(task.notBefore)}</Row>}
        {task.attempts > 0 && <Row label="Failed attempts">{task.attempts}</Row>}
        <Row label="Created">
          <span title={full(task.createdAt)}>
            {ago(task.createdAt, now)} by {task.createdBy}
          </span>
        </Row>
        <Row label="Changed">
          <span title={full(task.updatedAt)}>{ago(task.updatedAt, now)}</span>
        </Row>
      </dl>
      <Refused outcome={outcome} />
    </div>
  )
}

// --- internal ---

function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface NameFieldProps {
  label: string
  value: string
  empty: string
  onSave(name: string): void
}

/** Saved by Enter or by leaving it; Esc puts back what was there. */
function NameField({ label, value, empty, onSave }: NameFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <input
      aria-label={label}
      list="agents"
      maxLength={64}
      placeholder={empty}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== value && onSave(text.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur()
        if (event.key !== "Escape") return
        event.stopPropagation()
        setText(value)
      }}
    />
  )
}
