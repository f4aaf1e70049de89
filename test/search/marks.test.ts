import { expect, test } from "vitest"
import type { FlatTask } from "../../src/domain/board/records.ts"
import type { TextMark } from "../../src/domain/wire/tasks/match-schema.ts"
import { matchOf } from "../../src/search/marks.ts"
import { indexedLength } from "../../src/search/task-texts.ts"
import { wantedWords } from "../../src/search/words.ts"
import { createRandom } from "../support/random.ts"
import { randomTask } from "../domain/tasks.ts"
import { withState } from "../../src/domain/board/tasks/task-record.ts"

const blank = { title: "x", description: null, tags: [], project: "p", done_criteria: [], summary: null }
const random = createRandom(5)

/** What is found, with brackets around what is marked. */
function found(words: string, fields: Partial<FlatTask>, similar: readonly string[] = []) {
  const wanted = wantedWords(words).map((word) => ({ ...word, similar: new Set(similar) }))
  const { title, excerpt } = matchOf(wanted, withState(randomTask(random, 1), { ...blank, ...fields }))
  return {
    title: bracketed(fields.title ?? blank.title, title),
    ...(excerpt && { [excerpt.field]: bracketed(excerpt.text, excerpt.marks) }),
  }
}

function bracketed(text: string, marks: readonly TextMark[]): string {
  return marks.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  )
}

test.each([
  ["importer", "Write the importer", "Write the [importer]"],
  ["the imp", "Write the importer", "Write [the] [imp]orter"],
  ["imp the", "Import the imp", "Import [the] [imp]"],
  ["ecole", "L'École, l’ÉCOLE", "L'[École], l’[ÉCOLE]"],
  ["straße", "In der Straße", "In der [Straße]"],
  ["任務", "新任務一覧", "新[任務]一覧"],
  ["一", "新任務一覧", "新任務[一]覧"],
  ["כתב", "צריך לכתוב כתב", "צריך לכתוב [כתב]"],
  ["x", "😀x 😀 x", "😀[x] 😀 [x]"],
])("the words “%s” in the title “%s” are %s", (words, title, marked) => {
  expect(found(words, { title })).toEqual({ title: marked })
})

test("a word that is spelt almost like the one looked for is marked as a whole", () => {
  expect(found("importr", { title: "Write the importer" }, ["importer"])).toEqual({
    title: "Write the [importer]",
  })
})

test("words that the title lacks are shown from the field that holds most of them", () => {
  const fields = {
    title: "Write the importer",
    description: "It reads a file.",
    done_criteria: ["tests pass", "a file of 2 GB is read"],
    summary: "It is fast.",
  }
  expect(found("importer file", fields)).toEqual({
    title: "Write the [importer]",
    description: "It reads a [file].",
  })
  expect(found("importer gb file", fields)).toEqual({
    title: "Write the [importer]",
    done_criteria: "tests pass a [file] of 2 [GB] is read",
  })
  expect(found("fast", fields)).toEqual({ title: "Write the importer", summary: "It is [fast]." })
  expect(found("ops", { tags: ["urgent", "ops"] })).toEqual({ title: "x", tags: "urgent, [ops]" })
  expect(found("shop", { project: "shop" })).toEqual({ title: "x", project: "[shop]" })
  expect(found("needle", fields)).toEqual({ title: "Write the importer" })
})

test("an excerpt is one line of at most 200 characters, cut between words and between whole characters", () => {
  const long = `${"word ".repeat(50)}\n\n  needle\t\tin   the ${"😀".repeat(300)}`
  const { excerpt } = matchOf(
    [{ term: "needle", isPrefix: true, similar: new Set() }],
    withState(randomTask(random, 1), { ...blank, description: long }),
  )
  const text = excerpt?.text ?? ""
  expect(text).toMatch(/^… word word word word word word word needle in the 😀+…$/u)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(text.isWellFormed()).toBe(true)
  expect(bracketed(text, excerpt?.marks ?? [])).toContain(" [needle] in the ")
})

test("what is too far down in a text to be indexed is not shown either", () => {
  expect(found("needle", { description: `${"a ".repeat(indexedLength / 2)}needle` })).toEqual({ title: "x" })
  expect(found("needle", { description: `${"a ".repeat(indexedLength / 2 - 10)}needle` })).toEqual({
    title: "x",
    description: "… a a a a a a a a a a a a a a a a a a a [needle]",
  })
})
