import { expect, test } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { expectAcknowledged, expectOneHolder } from "./ledger-audit.ts"
import type { Entry } from "./ledger.ts"

const event = (seq: number, type: PublicEvent["type"], agent: string, data: object = {}): PublicEvent => ({
  seq,
  type,
  at: "2030-01-01T00:00:00.000Z",
  actor: agent,
  task: "T-1",
  data: { agent, ...data },
})
const entry = (kind: Entry["kind"], agent: string, epoch?: number): Entry => ({
  kind,
  task: "T-1",
  agent,
  epoch,
  seq: 1,
  url: "",
})

const created = event(1, "task.created", "ann")
const claimed = event(2, "task.claimed", "ann", { epoch: 1 })
const completed = event(3, "task.completed", "ann")

test("an audit finds nothing where each change is told once and each task has one holder", () => {
  const entries = [entry("created", "ann"), entry("claimed", "ann", 1), entry("completed", "ann")]
  expectAcknowledged(entries, [created, claimed, completed])
  expectOneHolder([created, claimed, completed])
})

test.for<[string, Entry[], PublicEvent[]]>([
  ["a lost change", [entry("created", "ann"), entry("completed", "ann")], [created, claimed]],
  ["a change of someone else", [entry("claimed", "bob", 1)], [created, claimed]],
  ["a claim that two were given", [entry("claimed", "ann", 1), entry("claimed", "ann", 1)], [claimed]],
  ["a change that happened twice", [entry("completed", "ann")], [completed, { ...completed, seq: 4 }]],
])("an audit finds %s", ([, entries, events]) => {
  expect(() => expectAcknowledged(entries, events)).toThrow()
})

test.for<[string, PublicEvent[], RegExp]>([
  ["a second holder", [claimed, event(3, "task.claimed", "bob", { epoch: 2 })], /which ann holds/],
  ["an epoch given twice", [claimed, event(3, "task.claimed", "ann", { epoch: 1 })], /epoch 1 of T-1 again/],
  ["a completion by another", [claimed, event(3, "task.completed", "bob")], /which it does not hold/],
])("an audit finds %s", ([, events, message]) => {
  expect(() => expectOneHolder(events)).toThrow(message)
})
