import { expect, test } from "vitest"
import { explanation, type Explained } from "../../src/commands/task/explanation.ts"

test("on a terminal of 80 columns the reason is shown whole, and the title gives way", () => {
  const detail = "Its last attempt failed; it retries at 2030-01-01T00:00:30.000Z."
  const passedOver = [{ task: "T-4", title: "Write the getting-started guide", code: "resting", detail }]
  const explain = { summary: "Nothing is ready.", passedOver, more: false } as unknown as Explained["explain"]
  const [, rows = ""] = explanation({ explain }, 80)
  expect(rows.split("\n")[1]).toBe(`T-4          ${detail}`)
  expect(explanation({ explain }, 200)[1]).toContain(`${detail}  Write the getting-started guide`)
})
