import { expect, test } from "vitest"
import * as z from "zod"
import { LeaseGrant, TaskView } from "../../src/domain/wire/tasks/view-schemas.ts"
import { operations } from "../../src/operations/index.ts"
import type { Operation, Query } from "../../src/operation.ts"

const all: readonly Operation[] = operations
const namesOf = (list: readonly Operation[]) => list.map(({ name }) => name)
const fieldsOf = (operation: Operation) => Object.entries(operation.output.shape)
/** The schema inside `.optional()` and `.nullable()`. */
const unwrapped = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema

test("an operation whose answer holds a task declares that it shows it", () => {
  const holding = all.filter((each) => fieldsOf(each).some(([, schema]) => unwrapped(schema) === TaskView))
  expect(namesOf(all.filter(({ shows }) => shows !== undefined))).toEqual(namesOf(holding))
  for (const { shows = "", output } of holding) expect(unwrapped(output.shape[shows])).toBe(TaskView)
})

test("an operation whose answer holds the token of a lease declares that it grants it, and on which task", () => {
  const holding = all.filter((each) => fieldsOf(each).some(([, schema]) => unwrapped(schema) === LeaseGrant))
  expect(namesOf(holding)).toEqual(["task.claimNext", "task.claim"])
  expect(namesOf(all.filter(({ grants }) => grants !== undefined))).toEqual(namesOf(holding))
  for (const { grants = "", shows, output } of holding) {
    expect(unwrapped(output.shape[grants])).toBe(LeaseGrant)
    expect(shows).toBe("task")
  }
})

test("a command whose path names a task declares it as its subject", () => {
  const commands = all.filter((each) => each.kind === "command")
  const onTask = commands.filter(({ http }) => http.path.startsWith("/tasks/{id}"))
  expect(onTask.length).toBeGreaterThan(5)
  expect(namesOf(commands.filter(({ subject }) => subject !== undefined))).toEqual(namesOf(onTask))
})

test("an operation that takes `wait` declares a long poll, and the agent it is for", () => {
  const taking = all.filter(({ input }) => "wait" in input.shape)
  expect(namesOf(taking)).toEqual(["task.next", "task.claimNext"])
  expect(taking.map(({ longPoll }) => longPoll?.agent)).toEqual(["agent", "agent"])
  expect(namesOf(all.filter(({ longPoll }) => longPoll !== undefined))).toEqual(namesOf(taking))
})

test("an operation that takes `at` declares that it can be asked of the past", () => {
  const taking = all.filter(({ input }) => "at" in input.shape)
  const declaring = all.filter((each) => each.kind === "query" && each.past === "at")
  expect(namesOf(taking.filter(({ kind }) => kind === "query"))).toEqual(namesOf(declaring))
  // What is kept in memory only has no past, and neither has a request that waits. Who may do what holds now. The bytes of
  // a file may be gone.
  const queries = namesOf(all.filter(({ kind }) => kind === "query"))
  expect(queries.filter((name) => !namesOf(declaring).includes(name))).toEqual([
    ...["task.next", "attachment.read", "task.output", "log.read", "command.list"],
    ...["account.list", "account.read", "token.list", "access.read"],
  ])
})

test("a query whose answer holds records declares which, and takes `fields` with their names", () => {
  const asking = all.filter((each) => each.kind === "query" && each.givesFile === undefined) as Query[]
  expect(asking.length).toBeGreaterThan(10)
  for (const { name, record = "", input, output } of asking) {
    const held = unwrapped(output.shape[record])
    const view = held instanceof z.ZodArray ? held.element : held
    expect(view, name).toBeInstanceOf(z.ZodObject)
    const { properties } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" })
    const { items } = (properties ?? {})["fields"] as { items: { enum: string[] } }
    const { shape } = view as z.ZodObject
    // The fields of a need's task are chosen as its own.
    const within = name === "needs.list" ? Object.keys((shape["task"] as z.ZodObject).shape) : []
    expect(items.enum, name).toEqual([...new Set([...Object.keys(shape), ...within])])
  }
})
