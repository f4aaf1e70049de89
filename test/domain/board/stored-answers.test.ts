import { expect, test } from "vitest"
import { createAnswers } from "../../../src/domain/board/stored-answers.ts"
import { createUndo } from "../../../src/domain/collections/table.ts"

const hour = 3_600_000
const start = Date.UTC(2030, 0, 1, 10, 30)

const answer = (key: string, at: number) => ({
  ...{ key, at, actor: "ann", method: "POST", path: "/tasks", hash: "x", status: 201, answer: null },
})

test("a first answer is kept for 24 hours, and forgotten within one more hour", () => {
  const answers = createAnswers(createUndo())
  answers.table.put(answer("a", start))
  answers.table.put(answer("b", start + hour))
  answers.advance(start + 24 * hour)
  expect([...answers.table.values()].map(({ key }) => key)).toEqual(["a", "b"])
  answers.advance(start + 25 * hour)
  expect([...answers.table.values()].map(({ key }) => key)).toEqual(["b"])
  answers.advance(start + 26 * hour)
  expect(answers.table.size).toBe(0)
})

test("an answer given anew under an old key starts its own 24 hours", () => {
  const answers = createAnswers(createUndo())
  answers.table.put(answer("a", start))
  answers.table.put(answer("a", start + 24 * hour))
  answers.advance(start + 47 * hour)
  expect(answers.table.get("a")?.at).toBe(start + 24 * hour)
  answers.advance(start + 50 * hour)
  expect(answers.table.size).toBe(0)
})

test("an answer whose batch is undone is not kept, and undoing brings no old answer back for good", () => {
  const undo = createUndo()
  const answers = createAnswers(undo)
  answers.table.put(answer("old", start))
  undo.begin()
  answers.table.put(answer("new", start + 24 * hour))
  answers.advance(start + 26 * hour)
  undo.rollback()
  undo.forget()
  expect(answers.table.has("new")).toBe(false)
  answers.advance(start + 27 * hour)
  expect(answers.table.size).toBe(0)
})
