import { expect, test } from "vitest"
import { routes } from "../../src/client/routes.ts"
import { operations } from "../../src/operations/index.ts"

test("the client's table has exactly the operations of the server", () => {
  const listed = operations.map(({ name, http }) => [name, http.method, http.path])
  expect(Object.entries(routes).map(([name, { method, path }]) => [name, method, path])).toEqual(listed)
})

test("the client's table has every field of every input", () => {
  for (const { name, input } of operations) {
    expect(Object.keys(routes[name]?.fields ?? {}), name).toEqual(Object.keys(input.shape))
  }
})

test.each([
  ["task.create", "title", { kind: "text", required: true }],
  ["task.create", "done_criteria", { kind: "list", nullable: true }],
  ["task.create", "metadata", { kind: "object" }],
  ["task.create", "status", { kind: "text", choices: ["todo", "doing", "blocked"] }],
  ["task.list", "ready", { kind: "boolean" }],
  ["task.list", "limit", { kind: "number" }],
  ["task.list", "status", { kind: "list" }],
  ["task.claim", "lease", { kind: "text" }],
])("%s takes %s as %j", (operation, field, expected) => {
  expect(routes[operation]?.fields[field]).toMatchObject(expected)
})

test("the table is small, because every client command loads it", () => {
  // The build leaves out the roles, which only the dashboard needs.
  const loaded = JSON.stringify(routes, (key, value: unknown) => (key === "access" ? undefined : value))
  expect(loaded.length).toBeLessThan(55_296)
})
