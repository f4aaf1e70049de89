import { expect, test } from "vitest"
import { changesBetween, readDocument, writeDocument } from "../../../src/commands/editor/document.ts"
import type { ShownTask } from "../../../src/terminal/shown/task.ts"
import { given } from "../../support/service.ts"

const full = {
  title: "Paint: the [hall] #2",
  description: "# Walls\n\n---\ntitle: no field\n\n",
  assignee: "Zoë",
  reviewer: "@mira",
  done_criteria: ["two coats", "- dry: all of it", '"quoted"'],
  eta: "2h",
  priority: "P0",
  tags: ["a", "b, c"],
  project: "hall",
  blockedBy: ["T-1"],
  resources: ["src/http", "a plan"],
  skills: ["gpu"],
  escalation: ["claude", "mira"],
  dueAt: "2030-02-01T00:00:00.000Z",
  metadata: { a: { b: [1, "x: y"] }, c: "d" },
}

async function shown(fields: object): Promise<ShownTask> {
  const service = await given(["task.create", { title: "first" }], ["task.create", { title: "x", ...fields }])
  return (await service.run("task.read", { id: "T-2" })).task as ShownTask
}

test.each([full, {}])("a task that was not changed sends nothing", async (fields) => {
  const document = readDocument(writeDocument(await shown(fields)))
  expect(document.faults).toEqual([])
  expect(changesBetween(document, document)).toEqual({})
})

test("each field that became another one is sent, and no other", async () => {
  const text = writeDocument(await shown(full))
  const before = readDocument(text)
  const after = (from: RegExp | string, to: string) =>
    changesBetween(before, readDocument(text.replace(from, to)))
  expect(after(/^title:.*$/m, "title: Paint")).toEqual({ title: "Paint" })
  expect(after(/^eta:.*$/m, "eta:")).toEqual({ eta: null })
  expect(after(/^eta:.*\n/m, "")).toEqual({})
  expect(after(/^tags:.*$/m, "tags:\n- a\n- new")).toEqual({ tags: ["a", "new"] })
  expect(after(/^blockedBy:.*$/m, "blockedBy: []")).toEqual({ blockedBy: [] })
  expect(after(/^resources:.*$/m, "resources: [src/http]")).toEqual({ resources: ["src/http"] })
  expect(after(/^skills:.*$/m, "skills:")).toEqual({ skills: null })
  expect(after("  - two coats\n", "")).toEqual({ done_criteria: ["- dry: all of it", '"quoted"'] })
  expect(after("# Walls", "# Ceiling")).toEqual({ description: "# Ceiling\n\n---\ntitle: no field\n\n" })
  expect(after(/^metadata:.*$/m, 'metadata: {"a":1,"e":2}')).toEqual({ metadata: { a: 1, c: null, e: 2 } })
  expect(after(/^metadata:.*$/m, "metadata:")).toEqual({ metadata: null })
  expect(after(/^(---\n[^]*?\n---\n)[^]*$/, "$1")).toEqual({ description: null })
})

test("a reason goes with the status that it explains", async () => {
  const service = await given(
    ["task.create", { title: "x" }],
    ["task.edit", { id: "T-1", status: "blocked", reason: "no paint" }],
  )
  const text = writeDocument((await service.run("task.read", { id: "T-1" })).task as ShownTask)
  const changes = changesBetween(readDocument(text), readDocument(text.replace("no paint", "no brush")))
  expect(changes).toEqual({ status: "blocked", reason: "no brush" })
})

test("an unknown field, and a value of another kind, are faults with their line", async () => {
  const text = writeDocument(await shown(full))
  const wrong = text
    .replace("priority:", "prio:")
    .replace(/^tags:.*$/m, "tags: a, b")
    .replace(/^title:.*$/m, "title: [a]")
    .replace(/^metadata:.*$/m, "metadata: text\nconstructor: x")
  expect(readDocument(wrong).faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "4 title: expected text",
    "7 prio: is not a task field; did you mean priority?",
    expect.stringMatching(/^11 tags: expected a list/),
    expect.stringMatching(/metadata: expected a JSON object$/),
    expect.stringMatching(/constructor: is not a task field$/),
  ])
})
