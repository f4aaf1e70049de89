import type { AccessRole } from "../../src/domain/wire/access/access.ts"
import type { ErrorCode } from "../../src/errors.ts"
import type { operations } from "../../src/operations/index.ts"
import { editRows } from "./table-of-edits.ts"
import type { Member } from "./support.ts"
import { foreign, make, nobodys, own, take, type Row, type Stage } from "./stages.ts"

/** Who may do what, written down from the contract: one row for each request that it allows or refuses in its own way. */
export const table: Record<(typeof operations)[number]["name"], readonly Row[]> = {
  "task.create": [
    { from: "work", send: () => ({ title: "Paint" }) },
    as("bob", { send: () => ({ title: "Paint", createdBy: "bob" }) }),
    {
      what: "that needs no reflection",
      from: "manage",
      send: () => ({
        title: "Paint",
        metadata: { reflection_exempt: true, reflection_exempt_reason: "tiny" },
      }),
    },
  ],
  "task.createMany": [
    {
      from: "work",
      send: () => ({ tasks: [{ title: "Paint", done_criteria: ["Dry"], met: [{ criterion: 1 }] }] }),
    },
    as("bob", { send: () => ({ createdBy: "bob", tasks: [{ title: "Paint" }] }) }),
    {
      what: "that need no reflection",
      from: "manage",
      send: () => ({ tasks: [{ title: "Paint", metadata: { reflection_exempt: true } }] }),
    },
  ],
  "task.claimNext": [
    { from: "work", send: ({ me }) => ({ agent: me.name }) },
    as("bob", { send: () => ({ agent: "bob" }) }),
  ],
  "task.claim": byActor("agent", () => ({}), { other: "task_taken", idle: undefined }),
  "task.heartbeat": byActor("agent", () => ({}), { other: "task_taken", idle: "invalid_transition" }),
  "task.release": byActor("agent", () => ({ reason: "tired" }), {
    other: "task_taken",
    idle: "invalid_transition",
  }),
  "task.complete": byActor("agent", () => ({}), { other: "task_taken", idle: "invalid_transition" }),
  "task.sendOutput": byActor("agent", () => ({ text: "42" }), {
    other: "task_taken",
    idle: "invalid_transition",
  }),
  "task.reportWork": byActor("agent", () => someWork, { other: "task_taken", idle: "invalid_transition" }),
  "usage.collect": [
    { ...own({ title: "Mine" }), from: "work", send: ({ id }) => metricsOf(id) },
    { ...foreign({ title: "Theirs" }), from: "manage", send: ({ id }) => metricsOf(id) },
  ],
  "task.reportPull": [
    { ...worked("me"), what: "of its own work", from: "work", send: ofPull("merged") },
    { ...worked("bob"), what: "of the work of another", from: "manage", send: ofPull("merged") },
    { ...worked("me"), what: "of its own that is closed", from: "work", send: ofPull("closed") },
    {
      ...worked("bob", ({ me }) => ({ reviewer: me.name })),
      what: "that it has reviewed",
      from: "work",
      send: ofPull("merged"),
    },
    { ...nobodys({}), from: "work", state: "work_changed", send: ofPull("merged") },
  ],
  "task.land": [
    { ...worked("me"), what: "its own work", from: "work", send: ofWork({ result: "landed" }) },
    { ...worked("bob"), what: "the work of another", from: "manage", send: ofWork({ result: "landed" }) },
    { ...worked("bob"), what: "that cannot land", from: "manage", send: ofWork({ result: "conflict" }) },
    {
      ...worked("me"),
      what: "of its own that cannot land",
      from: "work",
      send: ofWork({ result: "conflict" }),
    },
    {
      ...worked("bob", ({ me }) => ({ reviewer: me.name })),
      what: "that it reviews",
      from: "work",
      send: ofWork({ result: "checks_failed" }),
    },
    { ...nobodys({}), from: "work", state: "invalid_transition", send: ofWork({ result: "landed" }) },
  ],
  "task.reflect": byActor("agent", () => ({ content: "Measure first" }), {}),
  "task.comment": byActor("author", () => ({ content: "Hello" }), {}),
  "attachment.add": [own({}), foreign({}), nobodys({})].map((of) => ({
    ...of,
    from: "work",
    send: onlyId,
  })),
  "attachment.list": [{ from: "read", ...foreign({}), send: onlyId }],
  "attachment.read": [{ from: "read", ...withFile(foreign({}), "bob"), send: firstFile }],
  "attachment.remove": [
    { ...withFile(own({}), "bob"), from: "work", send: firstFile },
    { ...withFile(foreign({}), "bob"), from: "manage", send: firstFile },
    { ...withFile(foreign({}), "me"), what: "that it attached", from: "work", send: firstFile },
    { ...withFile(nobodys({}), "bob"), from: "manage", send: firstFile },
  ],
  "task.check": [
    { ...own({ done_criteria: ["Dry"] }), from: "work", send: ({ id }) => ({ id, criterion: "Dry" }) },
    { ...foreign({ done_criteria: ["Dry"] }), from: "manage", send: ({ id }) => ({ id, criterion: "Dry" }) },
    { ...nobodys({ done_criteria: ["Dry"] }), from: "manage", send: ({ id }) => ({ id, criterion: "Dry" }) },
  ],
  "check.report": byActor("agent", () => ({ check: "test", status: "failed" }), {
    other: "lease_lost",
    idle: "lease_lost",
  }),
  "task.edit": editRows,
  "task.editMany": [
    { ...own({}), from: "work", send: onEach({ title: "Better" }) },
    {
      what: "chosen by a filter",
      from: "work",
      send: () => ({ filter: { tag: "x" }, changes: { eta: "1h" } }),
    },
  ],
  "task.delete": ofEach("manage"),
  "task.restore": ofEach("manage"),
  "command.undo": [
    { what: "an edit of what it made", from: "work", given: ({ me }) => edited(me), send: () => ({}) },
    { what: "a deletion", from: "manage", given: ({ me }) => deleted(me), send: () => ({}) },
  ],
  "command.redo": [
    {
      from: "work",
      async given({ me }) {
        const id = await edited(me)
        await me.run("command.undo", {})
        return id
      },
      send: () => ({}),
    },
  ],
  "command.list": [{ from: "read" }],
  "task.retry": ofEach("manage"),
  "task.review": [
    {
      ...own({ reviewer: "carl" }, "complete"),
      what: "under another name",
      from: "admin",
      refused: { work: "actor_mismatch" },
      send: ({ id }) => ({ id, reviewer: "carl", decision: "approve" }),
    },
    {
      ...own({ reviewer: "carl" }, "complete"),
      what: "under the same name",
      from: "work",
      state: "review_required",
      send: ({ id }) => ({ id, decision: "approve" }),
    },
    {
      ...foreign({ reviewer: "carl" }, "complete"),
      what: "whose reviewer is somebody else",
      from: "manage",
      send: ({ id }) => ({ id, decision: "approve" }),
    },
    {
      ...foreign({}, "complete", ({ me }) => ({ reviewer: me.name })),
      what: "whose reviewer it is",
      from: "work",
      send: ({ id }) => ({ id, decision: "request_changes" }),
    },
    {
      ...nobodys({ reviewer: "carl", status: "doing", assignee: "dora" }, "review"),
      from: "manage",
      send: ({ id }) => ({ id, decision: "approve" }),
    },
  ],
  "agent.describe": [
    { what: "itself", from: "work", send: ({ me }) => ({ name: me.name, role: "painter" }) },
    { what: "another", from: "manage", send: () => ({ name: "bob", role: "painter" }) },
  ],
  "agent.heartbeat": [
    { from: "work", send: ({ me }) => ({ name: me.name }) },
    as("bob", { send: () => ({ name: "bob" }) }),
  ],
  "inbox.ack": [
    { from: "work", send: ({ me }) => ({ name: me.name, seq: 1 }) },
    as("bob", { send: () => ({ name: "bob", seq: 1 }) }),
  ],
  "agent.delete": [{ what: "itself", from: "manage", send: ({ me }) => ({ name: me.name }) }],
  "agent.pause": [
    { what: "itself", from: "manage", send: ({ me }) => ({ name: me.name }) },
    { what: "another", from: "manage", send: () => ({ name: "bob" }) },
  ],
  "agent.resume": [{ from: "manage", send: () => ({ name: "bob" }) }],
  "team.starter": [{ from: "manage" }],
  "team.pause": [{ from: "manage" }],
  "team.resume": [{ from: "manage" }],
  "account.create": [{ from: "admin", send: () => ({ name: "dan", role: "read" }) }],
  "account.list": [{ from: "admin" }],
  "account.read": [{ from: "admin", send: () => ({ name: "bob" }) }],
  "account.edit": [
    { what: "another", from: "admin", send: () => ({ name: "bob", role: "read" }) },
    { what: "its own role", from: "admin", send: ({ me }) => ({ name: me.name, person: true }) },
  ],
  "account.delete": [{ from: "admin", send: () => ({ name: "bob" }) }],
  "account.rotate": [
    { what: "another", from: "admin", send: () => ({ name: "bob" }) },
    { what: "itself", from: "admin", send: ({ me }) => ({ name: me.name, overlap: "1h" }) },
  ],
  "token.create": [
    { what: "for another", from: "admin", send: () => ({ account: "bob" }) },
    { what: "for itself", from: "admin", send: ({ me }) => ({ account: me.name }) },
  ],
  "token.list": [{ from: "admin" }],
  "token.revoke": [{ from: "admin", send: () => ({ id: "K-1" }) }],
  "import.begin": [{ from: "admin", send: () => ({ kind: "csv", name: "old.csv" }) }],
  "import.add": [
    { from: "admin", send: () => ({ tasks: [{ source: "csv:1", title: "Old" }], dryRun: true }) },
    {
      what: "in earnest",
      from: "admin",
      given: begun,
      send: () => ({ import: "I-1", tasks: [{ source: "csv:1", title: "Old" }] }),
    },
  ],
  "import.end": [{ from: "admin", given: begun, send: () => ({ id: "I-1" }) }],
  "import.abort": [{ from: "admin", given: begun, send: () => ({ id: "I-1" }) }],
  "import.list": [{ from: "read" }],
  "access.lift": [{ from: "nobody", refused: { admin: "needs_home" } }],
  "access.read": [{ from: "read" }],
  "task.list": [{ from: "read" }],
  "task.export": [{ from: "read" }],
  "task.next": [{ from: "read", send: () => ({ agent: "bob" }) }],
  "task.read": [{ from: "read", ...foreign({}), send: onlyId }],
  "task.comments": [{ from: "read", ...foreign({}), send: onlyId }],
  "task.history": [{ from: "read", ...foreign({}), send: onlyId }],
  "task.output": [{ from: "read", ...foreign({}), send: onlyId }],
  "reflection.list": [{ from: "read" }],
  "agent.list": [{ from: "read" }],
  "agent.read": [{ from: "read", send: () => ({ name: "bob" }) }],
  "resource.list": [{ from: "read" }],
  "resource.set": [{ from: "manage", send: () => ({ name: "gpu", capacity: 2 }) }],
  "resource.close": [{ from: "manage", send: () => ({ name: "gpu" }) }],
  "resource.open": [{ from: "manage", send: () => ({ name: "gpu" }) }],
  "inbox.list": [{ from: "read", send: () => ({ name: "bob" }) }],
  "host.list": [{ from: "read" }],
  "project.list": [{ from: "read" }],
  "now.read": [{ from: "read" }],
  "needs.list": [{ from: "read" }],
  "stats.read": [{ from: "read" }],
  "log.read": [{ from: "read" }],
}

// --- internal ---

const someWork = {
  ...{ repository: "shop", branch: "upnext/T-1.1", base: "main", files: 1, additions: 2, deletions: 3 },
  ...{ tree: "1".repeat(40), commit: "a".repeat(40) },
}

/** What an agent's metrics count of the first attempt at a task. */
function metricsOf(id: string): Record<string, unknown> {
  const point = {
    attributes: [{ key: "type", value: { stringValue: "input" } }],
    ...{ startTimeUnixNano: "1", timeUnixNano: "2", asDouble: 7 },
  }
  const sum = { aggregationTemporality: 1, isMonotonic: true, dataPoints: [point] }
  const metrics = [{ name: "claude_code.token.usage", sum }]
  return {
    ...{ attempt: `${id}.1` },
    resourceMetrics: [{ scopeMetrics: [{ metrics }] }],
  }
}

/** A task that somebody has finished in a tree of git. */
function worked(
  by: "me" | "bob",
  fields: (stage: Omit<Stage, "id">) => Record<string, unknown> = () => ({}),
): Pick<Row, "whose" | "given"> {
  return {
    whose: by === "me" ? "own" : "foreign",
    async given(stage) {
      const id = await take(stage[by], fields(stage))
      await stage[by].run("task.reportWork", { id, ...someWork })
      await stage[by].run("task.complete", { id })
      const { reviewer } = fields(stage)
      if (reviewer !== undefined) await stage.me.run("task.review", { id, decision: "approve" })
      return id
    },
  }
}

function ofPull(state: string) {
  const pull = { url: "https://github.com/acme/shop/pull/7", state, base: "main" }
  return ({ id }: Stage) => ({ id, epoch: 1, opened: true, pull })
}

function ofWork(more: Record<string, unknown>) {
  return ({ id }: Stage) => ({ id, epoch: 1, commit: someWork.commit, base: "main", ...more })
}

function onlyId({ id }: Stage): Record<string, unknown> {
  return { id }
}

/** The file of each task that was made with one. */
const files = new Map<string, string>()

/** A task with one file. */
function withFile({ given, whose }: ReturnType<typeof own>, by: "me" | "bob"): ReturnType<typeof own> {
  return {
    ...(whose && { whose }),
    async given(stage) {
      const id = (await given?.(stage)) ?? ""
      const sent = await stage[by].ask(`/tasks/${id}/attachments`, {
        method: "POST",
        headers: { "content-disposition": "attachment; filename=a.txt" },
        body: "a",
      })
      files.set(id, (sent.json as { attachment: { id: string } }).attachment.id)
      return id
    },
  }
}

function firstFile({ id }: Stage): Record<string, unknown> {
  return { id, attachment: files.get(id) }
}

function onEach(changes: Record<string, unknown>) {
  return ({ id }: Stage) => ({ ids: [id], changes })
}

/** What a role does under another name than its own: `work` may not, whatever it is. */
function as(name: string, row: Omit<Row, "from">): Row {
  return { what: `as ${name}`, from: "manage", refused: { work: "actor_mismatch" }, ...row }
}

async function begun({ me }: Pick<Stage, "me">): Promise<string> {
  await me.run("import.begin", { kind: "csv", name: "old.csv" })
  return "T-1"
}

async function edited(member: Member): Promise<string> {
  const id = await make(member)
  await member.run("task.edit", { id, title: "Another title" })
  return id
}

async function deleted(member: Member): Promise<string> {
  const id = await make(member)
  await member.run("task.delete", { id })
  return id
}

function ofEach(from: AccessRole): Row[] {
  return [own({}), foreign({}), nobodys({})].map((of) => ({ ...of, from, send: onlyId }))
}

/**
 * What `work` may do as its own agent, and `manage` as anybody.
 * @param tells what is refused to everybody, for the task's own state: work that another one holds, and work that nobody does
 */
function byActor(
  field: string,
  more: () => Record<string, unknown>,
  { other, idle }: { other?: ErrorCode; idle?: ErrorCode | undefined },
): Row[] {
  const asItself = ({ id, me }: Stage) => ({ id, [field]: me.name, ...more() })
  const asBob = ({ id }: Stage) => ({ id, [field]: "bob", ...more() })
  return [
    { ...own({}), from: "work", send: asItself },
    { ...foreign({}), from: "work", send: asItself, ...(other && { state: other }) },
    { ...foreign({}), ...as("bob", { send: asBob }) },
    { ...nobodys({}), from: "work", send: asItself, ...(idle && { state: idle }) },
  ]
}
