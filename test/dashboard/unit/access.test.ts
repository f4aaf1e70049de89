import { expect, test } from "vitest"
import { placesFor } from "../../../src/dashboard/components/places.ts"
import type { AccessView } from "../../../src/dashboard/api/types.ts"
import { may, takeAccess, whyNot } from "../../../src/dashboard/state/access.ts"
import { withGuard } from "../../../src/dashboard/state/guard.ts"
import { createStore } from "../../../src/dashboard/state/store.ts"

function access(role: AccessView["role"], more: Partial<AccessView> = {}): AccessView {
  return { required: role !== null, account: "ci", role, agent: null, name: "ci", person: false, ...more }
}

const tried = ["task.read", "task.edit", "task.comment", "team.pause", "task.retry", "token.create"] as const

test.each([
  [null, [...tried]],
  ["read", ["task.read"]],
  ["work", ["task.read", "task.edit", "task.comment"]],
  ["manage", tried.slice(0, 5)],
  ["admin", [...tried]],
] as const)("with the role %s the page offers %j", (role, offered) => {
  expect(tried.filter((operation) => may({ access: access(role) }, operation))).toEqual(offered)
})

test("why something is not offered names the role that it takes; the past comes first", () => {
  const state = { moment: null, access: access("work") }
  expect(whyNot(state)).toBe(null)
  expect(whyNot(state, "team.pause")).toBe("Your role is work. This requires the role manage.")
  expect(whyNot({ ...state, moment: { seq: 1, at: 0 } })).toContain("This is the past")
  expect(whyNot({ moment: null, access: null }, "token.create")).toBe(null)
})

test("the navigation leads to the accounts only where the board asks, and only an admin", () => {
  const leads = (given: AccessView | null) => placesFor({ access: given }).some(({ id }) => id === "accounts")
  expect([null, access(null), access("manage"), access("admin")].map(leads)).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test("with the role read no change is begun, and the page says why", () => {
  const store = withGuard(createStore({ access: access("read") }))
  store.set({ creating: true })
  store.set({ selected: new Set(["T-1"]) })
  expect(store.state).toMatchObject({
    creating: false,
    said: "Your role is read. This requires the role work.",
  })
  expect(store.state.selected.size).toBe(0)
  store.set({ access: access("work") })
  store.set({ creating: true })
  expect(store.state.creating).toBe(true)
})

test.each([
  ["ann", "zoe", "ann"],
  [null, "zoe", "zoe"],
  [null, null, "ci"],
])("bound to %s and known as %s, one goes on as %s", (agent, known, name) => {
  const store = createStore({ name: known })
  takeAccess(store, access("admin", { agent }))
  expect(store.state.name).toBe(name)
})

test("who signs in after somebody else has their own name, not that of the one before", () => {
  const store = createStore({ name: "zoe" })
  takeAccess(store, access("manage", { account: "zoe", name: "zoe" }))
  takeAccess(store, access("manage", { account: "bob", name: "bob" }))
  expect(store.state.name).toBe("bob")
})
