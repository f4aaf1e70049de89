import { expect, test } from "vitest"
import { readCommands, upcast, type Upcasters } from "../../../src/domain/board/upcast.ts"

const moved = { type: "task.moved", task: "T-1", to: "done", reason: null, assignee: null }
const commandOf = (...events: unknown[]) => ({ at: 1, actor: "Ada", events })

/** The refusal that reading these commands ends in; undefined when they are read. */
function problemWith(stored: unknown): { what: string; isNewer: boolean } | undefined {
  let problem: { what: string; isNewer: boolean } | undefined
  const refuse = (what: string, isNewer: boolean): never => {
    problem = { what, isNewer }
    throw new Error(what)
  }
  try {
    readCommands(stored, refuse)
  } catch (error) {
    if (!problem) throw error
  }
  return problem
}

function never(what: string): never {
  throw new Error(what)
}

test("commands of today are given back as they were read", () => {
  const stored = [commandOf(moved), { ...commandOf({ type: "team.started" }), links: { "T-1": 3 } }]
  expect(readCommands(stored, never)).toBe(stored)
})

test.each([
  ["a kind that is not known", { type: "task.sung", task: "T-1" }, "task.sung"],
  ["a kind of a name that objects have", { type: "constructor" }, "constructor"],
  ["a field that is not known", { ...moved, mood: "good" }, "mood"],
  ["a later form of a known kind", { ...moved, v: 2 }, "v"],
])("%s can only come from a newer version", (_, event, word) => {
  expect(problemWith([commandOf(moved, event)])).toEqual({
    what: expect.stringContaining(word),
    isNewer: true,
  })
})

test.each([
  [
    "a field is missing",
    commandOf({ type: "task.deleted" }),
    "the event task.deleted has the wrong shape: task",
  ],
  [
    "a field has another type",
    commandOf({ ...moved, task: 1 }),
    "the event task.moved has the wrong shape: task",
  ],
  [
    "a word is none of its set",
    commandOf({ ...moved, to: "gone" }),
    "the event task.moved has the wrong shape: to",
  ],
  ["an event is no object", commandOf("task.deleted"), "events.0"],
  ["an event has no type", commandOf({ task: "T-1" }), "events.0.type"],
  [
    "a change has another type",
    commandOf({ type: "task.edited", task: "T-1", changes: { tags: "a" } }),
    "changes.tags",
  ],
  [
    "metadata is a list",
    commandOf({ type: "task.edited", task: "T-1", changes: { metadata: [] } }),
    "changes.metadata",
  ],
  ["a time is text", { ...commandOf(moved), at: "1" }, "0.at"],
  ["there is no list of events", { at: 1, actor: "Ada" }, "0.events"],
])("where %s, the shape is wrong", (_, command, words) => {
  expect(problemWith([command])).toEqual({ what: expect.stringContaining(words), isNewer: false })
})

test("of a lease that ran out in the first form, the attempts stay and no expiry is counted", () => {
  const old = { type: "lease.expired", task: "T-1", agent: "Ada", attempts: 2, to: "todo", reason: null }
  const first = { ...old, backoffUntil: 9 }
  const second = { ...first, v: 2, expiries: 4 }
  const stored = [commandOf(moved), commandOf(moved, first), commandOf(second)]
  const [unchanged, upcasted, newest] = readCommands(stored, never)
  expect(upcasted?.events).toEqual([moved, { ...first, v: 2, expiries: 0 }])
  expect([unchanged, newest]).toEqual([stored[0], stored[2]])
  expect(problemWith([commandOf({ ...second, v: 3 })])).toMatchObject({ isNewer: true })
})

test("anything but a list of commands is refused", () => {
  expect(problemWith(undefined)).toMatchObject({ isNewer: false })
  expect(problemWith({})).toMatchObject({ isNewer: false })
})

test("an old form is made new, step by step", () => {
  const steps: Upcasters = new Map([
    [
      "task.moved",
      [
        ({ status, ...rest }) => ({ ...rest, to: status }),
        (event) => ({ ...event, reason: null, assignee: null }),
      ],
    ],
  ])
  const first = { type: "task.moved", task: "T-1", status: "done" }
  const second = { type: "task.moved", v: 2, task: "T-1", to: "done" }
  const newest = { ...moved, v: 3 }
  expect([first, second, newest].map((event) => upcast(event, steps))).toEqual([newest, newest, newest])
  expect(upcast(newest, steps)).toBe(newest)
  const newer = { ...moved, v: 4 }
  expect(upcast(newer, steps)).toBe(newer)
  expect(upcast({ type: "team.started" }, steps)).toEqual({ type: "team.started" })
})

test.each([
  ["a date that there cannot be", { type: "task.edited", task: "T-1", changes: { notBefore: 1e300 } }],
  ["an id beyond what can be counted exactly", { type: "task.retried", task: "T-9007199254740993" }],
  ["an id that is none", { type: "trash.emptied", tasks: ["T-1", "T-x"] }],
  ["a number beyond that", { type: "inbox.acked", agent: "ann", seq: 1e300 }],
])("%s is damage, named with its event", (_, event) => {
  const refuse = (what: string, isNewer: boolean): never => {
    throw new Error(`${isNewer ? "newer" : "damaged"}: ${what}`)
  }
  const read = () => readCommands([{ at: 1, actor: "ann", events: [event] }], refuse)
  expect(read).toThrow(`damaged: the event ${event.type} has the wrong shape`)
  expect(() => readCommands([{ at: 1e300, actor: "ann", events: [] }], refuse)).toThrow("damaged")
})
