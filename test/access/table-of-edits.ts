import { foreign, made, nobodys, own, take, type Row } from "./stages.ts"

const gates = {
  done_criteria: ["Dry", "Even"],
  reviewer: "carl",
  escalation: ["carl", "bob"],
  result: "text",
  metadata: { criteria_required: true, reviewers: "people" },
}

/** Each would open a gate of a task. */
const loosening: Readonly<Record<string, Record<string, unknown>>> = {
  "by a criterion less": { done_criteria: ["Dry"] },
  "by no criteria": { done_criteria: null },
  "by a weaker criterion": { done_criteria: ["Dry-ish", "Even"] },
  "by criteria that are not required": { metadata: { criteria_required: false } },
  "by no word of what is required": { metadata: { criteria_required: null } },
  "by no metadata": { metadata: null },
  "by another reviewer": { reviewer: "bob" },
  "by no reviewer": { reviewer: null },
  "by another escalation": { escalation: ["carl"] },
  "by no escalation": { escalation: null },
  "by no result": { result: "none" },
  "by the result that is the default": { result: null },
  "by reviewers that are no people": { metadata: { reviewers: null } },
}

const exempt = { metadata: { reflection_exempt: true, reflection_exempt_reason: "A typo" } }
const exemptForNothing = { metadata: { reflection_exempt: true, reflection_exempt_reason: " " } }

/** The rows of `task.edit`: what of a task each role may change, and where it may move one. */
export const editRows: readonly Row[] = [
  row(own({}), "work", { title: "Better" }),
  row(made({}), "work", { title: "Better" }, "that nobody has begun"),
  {
    whose: "own",
    what: "that another one has begun",
    async given({ me, bob }) {
      const id = await me.run("task.create", { title: "Mine" }).then(({ task }) => task.id as string)
      await bob.run("task.claim", { id, agent: "bob" })
      return id
    },
    from: "manage",
    send: ({ id }) => ({ id, title: "Better" }),
  },
  row(foreign({}), "manage", { title: "Better" }),
  row(nobodys({}), "manage", { title: "Better" }),

  ...Object.entries(loosening).flatMap(([what, change]) => [
    row(own(gates), "manage", change, `made looser ${what}`),
    row(made(gates), "manage", change, `that nobody has begun, made looser ${what}`),
  ]),
  row(own({ done_criteria: ["Dry"] }), "work", { done_criteria: ["Even", "Dry"] }, "with a criterion more"),
  row(own({}), "work", { reviewer: "carl" }, "with a reviewer where there was none"),
  row(own({}), "manage", { result: "none" }, "that has to bring nothing any more"),
  row(own({ result: "none" }), "work", { result: "change" }, "that has to bring a change"),
  row(own({}), "work", { metadata: { criteria_required: true } }, "made stricter"),

  row(own({}), "work", exempt, "exempt from the reflection, with a reason"),
  row(own({}), "manage", exemptForNothing, "exempt from the reflection, for no reason"),
  row(made({}), "manage", exempt, "exempt from the reflection before anybody holds it"),
  row(foreign({}), "manage", exempt, "exempt from the reflection"),

  row(own({}), "work", { status: "blocked", reason: "Which blue?" }, "put aside with a question"),
  row(own({}), "work", { status: "todo" }, "given back"),
  row(own({}), "work", { status: "done" }, "finished"),
  row(own({}), "manage", { status: "cancelled" }, "cancelled while it is worked on"),
  row(made({}), "work", { status: "cancelled" }, "cancelled before anybody has begun"),
  row(made({}), "manage", { status: "done" }, "called done before anybody has begun"),
  row(foreign({}), "manage", { status: "todo" }, "taken away"),
  row(foreign({}), "manage", { assignee: "carl" }, "given to somebody else"),
  row(foreign({}), "manage", { status: "done" }, "called done"),
  row(foreign({ reviewer: "carl" }), "manage", { status: "review" }, "called finished"),
  row(foreign({}), "manage", { status: "cancelled" }, "cancelled"),
  row(nobodys({}), "manage", { status: "doing", assignee: "carl" }, "given to somebody"),
  row(nobodys({}), "manage", { status: "done" }, "called done"),
  row(nobodys({}), "manage", { status: "cancelled" }, "cancelled"),
  row(
    foreign({ reviewer: "carl" }, "complete"),
    "manage",
    { status: "done" },
    "approved without being asked",
  ),
  row(foreign({ reviewer: "carl" }, "complete"), "manage", { status: "doing" }, "taken out of review"),
  row(foreign({}, "complete"), "manage", { status: "todo" }, "opened again"),
  row(own({}, "complete"), "manage", { status: "todo" }, "opened again"),
  {
    whose: "own",
    what: "that needs attention, lifted",
    async given({ me }) {
      const id = await take(me)
      for (const attempt of [1, 2, 3]) {
        if (attempt > 1) await me.run("task.claim", { id, agent: me.name })
        await me.run("task.release", { id, failed: true })
        await me.run("task.retry", { id }).catch(() => undefined)
      }
      return id
    },
    from: "manage",
    send: ({ id }) => ({ id, status: "todo" }),
  },
]

// --- internal ---

function row(of: Pick<Row, "whose" | "given">, from: Row["from"], change: object, what?: string): Row {
  return { ...of, from, send: ({ id }) => ({ id, ...change }), ...(what !== undefined && { what }) }
}
