import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import type { Actions } from "../state/actions.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { Refused } from "./refused.tsx"
import { Select, type Choices } from "./select.tsx"

interface SelectProps<V extends string> {
  readonly task: TaskView
  readonly label: string
  readonly value: V
  readonly options: Choices<V>
  toChanges(value: V): Parameters<Actions["edit"]>[1]
  readonly isAsked?: boolean
  readonly children?: ComponentChildren
}

/** One of a few words, saved when it is chosen. */
export function Choice<V extends string>({
  task,
  label,
  value,
  options,
  toChanges,
  isAsked = false,
  children,
}: SelectProps<V>) {
  const { actions } = useApp()
  const { outcome, follow } = useWrite()
  return (
    <>
      <span class="with-icon">
        {children}
        <Select
          aria-label={label}
          value={value}
          choices={options}
          isAsked={isAsked}
          onChange={(next) => void follow(actions.edit(task, toChanges(next)))}
        />
      </span>
      <Refused outcome={outcome} />
    </>
  )
}
