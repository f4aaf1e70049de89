import { expect, test } from "vitest"
import * as z from "zod"
import { fieldsOf } from "../../src/domain/wire/tasks/record-fields.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation } from "../../src/operation.ts"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("every field's name can be told from a task id, so the word after --json has one meaning", () => {
  for (const operation of operations as readonly Operation[]) {
    if (operation.kind !== "query" || operation.record === undefined) continue
    const schema: unknown = operation.output.shape[operation.record]
    const view =
      schema instanceof z.ZodArray
        ? schema.element
        : schema instanceof z.ZodNullable
          ? schema.unwrap()
          : schema
    for (const name of Object.keys((view as z.ZodObject).shape)) expect(name).toMatch(/^[a-z_][a-z_0-9]*$/i)
  }
  expect(fieldsOf(z.object({ a: z.string() })).safeParse("b").success).toBe(false)
})

test("--json with names, --json= and --fields print only these fields", async () => {
  await upnext(["task", "add", "Fix login", "--assignee", "ann"])
  const expected = { tasks: [{ id: "T-1", title: "Fix login" }], next: null, total: 1 }
  for (const form of [
    ["--json", "id,title"],
    ["--json=id,title"],
    ["--fields", "id,title"],
    ["--fields", "id", "--fields", "title", "--json"],
  ]) {
    const { status, json, stderr } = await upnext(["task", "list", ...form])
    expect([status, json(), stderr], form.join(" ")).toEqual([0, expected, ""])
  }
  const peek = await upnext(["task", "next", "--json", "id,status"])
  expect(peek.json()).toEqual({ task: { id: "T-1", status: "todo" } })
})

test("the word after --json is an id or a text where a command takes one", async () => {
  const shown = await upnext(["task", "show", "--json", "T-1"])
  expect(shown.json()).toMatchObject({ task: { id: "T-1", title: "Fix login" } })
  const bare = await upnext(["task", "show", "--json", "title", "1"])
  expect(bare.json()).toEqual({ task: { title: "Fix login" } })
  expect((await upnext(["undo", "--list", "--json=type"])).json()).toEqual({
    commands: [{ type: "task.created" }],
  })
  const several = await upnext(["task", "show", "--json", "title", "1", "T-1", "t-2"])
  expect(several.stdout.split("\n")[0]).toBe('{"task":{"title":"Fix login"}}')
  const said = await upnext(["task", "comment", "T-1", "--json", "title"])
  expect(said.json()).toEqual({ comment: { id: "C-1" } })
  const sought = await upnext(["reflections", "--json", "title"])
  expect(sought.json()).toEqual({ reflections: [], next: null, total: 0 })
  expect((await upnext(["agent", "show", "--json", "ann"])).json()).toMatchObject({ agent: { name: "ann" } })
  expect((await upnext(["agent", "show", "--json=name", "ann"])).json()).toEqual({ agent: { name: "ann" } })
})

test.each<[string[], string]>([
  [["task", "list", "--json", "id,titel"], '--json: unknown field "titel"; did you mean "title"?'],
  [["list", "--fields", "id,titel"], '--fields: unknown field "titel"; did you mean "title"?'],
  [["next", "--json=nope"], '--json: unknown field "nope"; the fields are id, title,'],
  [["list", "--json="], "--json: expected the name of a field; the fields are id, title,"],
  [
    ["task", "list", "--fields", "id", "--json=title"],
    "The fields are given twice: with --json title and with --fields.",
  ],
  [["needs", "--follow", "--json=why"], "A choice of fields cannot be combined with --follow."],
  [["history", "--by", "ci", "--json=type"], "A choice of fields needs a task, but none is named."],
  [["task", "done", "T-1", "--json=id,nope"], 'unknown field "nope"; the fields are id, title, description,'],
  [["needs", "--json=nope"], 'unknown field "nope"; the fields are task, why, since,'],
  [["comment", "T-1", "x", "--json=id"], "--json takes no field names here: the response is not a task."],
  [["undo", "--json=seq"], "--json takes no field names here: the response is not a task."],
  [["undo", "--list", "--json=nope"], 'unknown field "nope"; the fields are seq, at, type,'],
  [["list", "--json=id", "--format", "id"], "--json cannot be combined with --format."],
  [["list", "--fields", "id", "--format", "id"], "A choice of fields cannot be combined with --format."],
  [["add", "q", "--json", "--format", "text"], "--json cannot be combined with --format."],
  [["plan", "x.md", "--json", "--format", "id"], "--json cannot be combined with --format."],
  [["attach", "T-1", "x.md", "--json", "--format", "id"], "--json cannot be combined with --format."],
  [["status", "--json=id"], '--json must be true or false, not "id".'],
  [["agent", "list", "--json", "name", "title"], 'Unexpected argument "title".'],
  [["task", "list", "--json=nope"], 'unknown field "nope"; the fields are id, title, description,'],
])("%j is refused with exit status 2, as JSON", async (args, message) => {
  const { status, json, stderr } = await upnext(args)
  expect([status, stderr]).toEqual([2, ""])
  expect(`${String(json()["detail"])} ${String(json()["hint"])}`).toContain(message)
  expect(json()["detail"]).not.toContain("?.")
  expect(JSON.stringify(json()).split("the fields are").length, "the names stand there once").toBeLessThan(3)
})

test("--json prints what is new of a write, and all of it with --full", async () => {
  const add = (...more: string[]) => upnext(["task", "add", "b", "--json", ...more])
  expect((await add()).json()).toEqual({ task: { id: "T-2", status: "todo", version: 1 } })
  expect((await add("--full")).json()).toMatchObject({ task: { id: "T-3", title: "b", createdBy: "ann" } })
  const claimed = await upnext(["task", "next", "--claim", "--json"])
  expect(claimed.json()).toMatchObject({ task: { id: "T-1", status: "doing" }, lease: { epoch: 1 } })
  expect(claimed.json()["task"]).not.toHaveProperty("title")
})

test("task next --json leaves out the long texts, and shows them with --full", async () => {
  await upnext(["task", "add", "long", "--description", "Long.", "--project", "texts"])
  const peek = ["task", "next", "--project", "texts", "--agent", "bo", "--json"]
  expect((await upnext(peek)).json()["task"]).not.toHaveProperty("description")
  expect((await upnext([...peek, "--full"])).json()["task"]).toHaveProperty("description", "Long.")
})

test("a write prints the chosen fields of its task, and all else as it is; a wrong name changes nothing", async () => {
  const typed = async (...args: string[]) => (await upnext(args)).stdout.trim()
  const id = /T-\d+/.exec(await typed("add", "Chosen", "--project", "chosen", "--json=id"))?.[0] ?? ""
  expect(await typed("edit", id, "--priority", "P1", "--json=id,priority")).toBe(
    `{"task":{"id":"${id}","priority":"P1"}}`,
  )
  const claimed = JSON.parse(await typed("next", "--claim", "--project", "chosen", "--json", "id,title"))
  expect(claimed).toMatchObject({ task: { id, title: "Chosen" }, lease: { epoch: 1 } })
  await typed("done", id, "--lesson", "none", "--json=id,nope")
  expect(await typed("show", id, "--json=status")).toBe('{"task":{"status":"doing"}}')
  expect(await typed("done", id, "--lesson", "none", "--json=id,status")).toBe(
    `{"task":{"id":"${id}","status":"done"}}`,
  )
  const both = await typed("cancel", id, "T-1", "--json=id")
  expect(both.split("\n")).toHaveLength(2)
  await typed("reopen", "T-1")
})

test("a need is cut down to its own fields and to those of its task", async () => {
  const added = await upnext(["add", "Ask", "--status", "blocked", "--reason", "which one?", "--json=id"])
  const { id } = added.json()["task"] as { id: string }
  const need = { task: { id, title: "Ask" }, why: "blocked" }
  for (const more of [[], ["--all"]]) {
    const { json } = await upnext(["needs", ...more, "--json=id,title,why"])
    expect(json()["needs"], more.join("")).toEqual([need])
  }
})
