import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { whyNot } from "../state/access.ts"
import { useApp, useNow } from "../state/context.ts"
import { restOf } from "../words/format.ts"
import { DateField } from "../components/date-field.tsx"
import { hasDraft } from "../state/drafts.ts"
import { fieldOf, type FieldName } from "../state/fields.ts"
import {
  choicesOf,
  isTimeField,
  rowOf,
  type TaskField,
  taskFieldNames,
  type TimeField,
} from "../../domain/wire/task-table.ts"
import { sayUsageOf } from "../../domain/wire/usage/usage-words.ts"
import { Icon, PriorityIcon, priorityChoices } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Lease } from "../board/lease.tsx"
import { Choice } from "../components/choice.tsx"
import { LineField } from "../components/line-field.tsx"
import { Menu } from "../components/menu.tsx"
import { PickField, PickSet } from "../components/pick-field.tsx"
import { useAgents, useProjects } from "../components/sources.tsx"
import { useTasks } from "./use-tasks.tsx"
import { Ago } from "../components/ago.tsx"

/** The fields of a task, each edited where it stands. Those that are empty are added on demand. */
export function Properties({ task }: { task: TaskView }) {
  const { store, actions } = useApp()
  const now = useNow(20_000)
  const [asked, ask] = useState<FieldName | null>(null)
  // What is emptied stays, or it would vanish under the hands of whoever empties it.
  const shown = useRef(new Set<FieldName>())
  for (const { name } of optional)
    if (name === asked || fieldOf(name).show(task) !== "" || hasDraft(task, name)) shown.current.add(name)
  const isShown = (name: FieldName) => shown.current.has(name)
  const hidden = optional.filter(({ name }) => !isShown(name))
  const rest = restOf({ ...task, notBefore: null }, now)
  return (
    <div class="properties">
      <dl>
        <PriorityRow task={task} />
        <Row label="Project" isWide={isLong(task.project)}>
          <PickField task={task} name="project" label="Project" empty="default" from={useProjects} />
        </Row>
        <Row label="Assignee" isWide={isLong(task.assignee)}>
          <PickField task={task} name="assignee" label="Assignee" empty="Nobody" from={useAgents} />
        </Row>
        {optional.map(
          ({ name, label, isWide = false, Field }) =>
            isShown(name) && (
              <Row key={name} label={label} isWide={isWide || isLong(fieldOf(name).show(task))}>
                <Field task={task} isAsked={asked === name} />
              </Row>
            ),
        )}
        {task.lease && (
          <Row label="Held by" isWide>
            <Lease task={task} isLong />
          </Row>
        )}
        {task.attempts + task.expiries > 0 && (
          <Row label="Failures" isWide={rest !== null}>
            <span title={rest?.why}>
              {task.attempts}
              {task.expiries > 0 &&
                `, ${task.expiries === 1 ? "1 claim" : `${task.expiries} claims`} expired`}
              {rest && `, retries in ${rest.left}`}
            </span>
            {rest && whyNot(store.state, "task.retry") === null && (
              <button type="button" class="quiet" onClick={() => void actions.retry(task.id)}>
                Retry now
              </button>
            )}
          </Row>
        )}
        <Used task={task} />
        <Row label="Created">
          <span>
            <Ago at={task.createdAt} /> by <Isolated text={task.createdBy} />
          </span>
        </Row>
        {task.source != null && (
          <Row label="Comes from">
            <Isolated text={task.source} />
          </Row>
        )}
        <Row label="Changed">
          <Ago at={task.updatedAt} />
        </Row>
      </dl>
      {hidden.length > 0 && (
        <Menu
          label="Add property"
          class="add-property"
          choices={hidden.map(({ name, label }) => ({ name: label, choose: () => ask(name) }))}
        >
          <Icon name="plus" />
          Add property
        </Menu>
      )}
    </div>
  )
}

// --- internal ---

/** Whether a value is cut in half a row. */
const isLong = (value: string) => value.length > 16

/** What its attempts have used, where any told. */
function Used({ task: { usage } }: { task: TaskView }) {
  if (!usage) return null
  return (
    <Row label="Used" isWide>
      <span title="As reported by workers' commands. Input includes cached tokens; output includes thinking.">
        <Isolated text={sayUsageOf(usage)} />
      </span>
    </Row>
  )
}

interface OptionalField {
  readonly name: FieldName
  readonly label: string
  readonly isWide?: boolean
  Field(props: { task: TaskView; isAsked: boolean }): ComponentChildren
}

const noTask = "No other task"

/** These have a place of their own. A rank is set by moving the card. */
const elsewhere: readonly TaskField[] = [
  ...(["title", "priority", "project", "assignee", "description"] as const),
  ...(["done_criteria", "checks", "criteriaChecks", "metadata", "rank"] as const),
]

/** What stands in an empty field; default: `None`. */
const emptyWords: Partial<Record<TaskField, string>> = {
  reviewer: "No review",
  blockedBy: noTask,
  parent: noTask,
  discoveredFrom: noTask,
  resources: "Nothing",
}

/** Those that hold several words come last, over the whole width. */
const optional: readonly OptionalField[] = taskFieldNames
  .filter((field): field is FieldName => !elsewhere.includes(field))
  .map((name) => {
    if (isTimeField(name)) return date(name)
    const { kind, of } = rowOf(name)
    const choices = choicesOf[of]
    if (choices) return choice(name, choices)
    return { ...line(name), isWide: kind === "set" && of !== "task" }
  })
  .toSorted((a, b) => Number(a.isWide === true) - Number(b.isWide === true))

function line(name: FieldName): OptionalField {
  const { label, kind, of } = rowOf(name)
  const shared = { name, label, empty: emptyWords[name] ?? "None" }
  const from = of === "agent" ? useAgents : of === "task" ? useTasks : null
  const Body = kind === "text" ? PickField : PickSet
  return {
    name,
    label,
    Field: (props) =>
      from ? <Body {...shared} {...props} from={from} /> : <LineField {...shared} {...props} />,
  }
}

function choice(name: FieldName, choices: readonly string[]): OptionalField {
  const { label } = rowOf(name)
  const options = [["", "None"] as const, ...choices.map((each) => [each, each] as const)]
  return {
    name,
    label,
    Field: ({ task, isAsked }) => (
      <Choice
        task={task}
        isAsked={isAsked}
        label={label}
        value={String(task[name] ?? "")}
        options={options}
        toChanges={(value) => ({ [name]: value === "" ? null : value })}
      />
    ),
  }
}

function date(name: TimeField): OptionalField {
  const { label } = rowOf(name)
  return { name, label, Field: (props) => <DateField name={name} label={label} {...props} /> }
}

function Row({ label, isWide, children }: { label: string; isWide?: boolean; children: ComponentChildren }) {
  return (
    <div class={`row${isWide ? " is-wide" : ""}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function PriorityRow({ task }: { task: TaskView }) {
  return (
    <Row label="Priority">
      <Choice
        task={task}
        label="Priority"
        value={task.priority}
        options={priorityChoices}
        toChanges={(priority) => ({ priority })}
      >
        <PriorityIcon priority={task.priority} />
      </Choice>
    </Row>
  )
}
