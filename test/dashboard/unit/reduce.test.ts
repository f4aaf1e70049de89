import { expect, test } from "vitest"
import type { TaskView } from "../../../src/dashboard/api/types.ts"
import { createStore } from "../../../src/dashboard/state/store.ts"

const task = (fields: Partial<TaskView>) =>
  ({ id: "T-1", title: "x", status: "todo", version: 1, ...fields }) as TaskView

test("an open task is not stuck any more once an answer does not say so", () => {
  const store = createStore()
  store.dispatch({ type: "opened", id: "T-1" })
  store.dispatch({ type: "read", task: task({ description: "long", criteria: [], stuck: ["overdue"] }) })
  store.dispatch({ type: "changed", task: task({ version: 2, criteria: [] }), isNew: true })
  expect(store.state.open?.task).toMatchObject({ description: "long", version: 2 })
  expect(store.state.open?.task).not.toHaveProperty("stuck")
})
