import { openJournal } from "../support/journal-file.js"
import { open, team, things, verbs } from "./team.js"

const hour = 3_600_000
const day = 24 * hour
const minute = 60_000

/**
 * Writes a home in which the team has worked for five weeks: 241 tasks and ten agents, nine tasks overdue, one with no
 * attempt left. Answers the ids of all tasks by their titles.
 */
export function writePast(home) {
  const now = Date.now()
  const tasks = [...finished(now), ...unfinished(now)].sort((a, b) => a.at - b.at)
  const ids = new Map(tasks.map(({ fields }, i) => [fields.title, `T-${i + 1}`]))
  const commands = tasks.flatMap((task) => commandsOf(task, ids))
  const start = now - 60 * day
  const joined = team.map((agent) => ({
    at: start,
    actor: "mira",
    events: [{ type: "agent.joined", agent }],
  }))
  write(home, [...joined, ...commands.sort((a, b) => a.at - b.at)])
  return ids
}

// --- internal ---

function write(home, commands) {
  const { line, close } = openJournal(home)
  const last = new Map()
  let seq = 1
  let reviews = 0
  let reflections = 0
  for (const { at, actor, events } of commands) {
    for (const event of events) {
      if (event.type === "task.reviewed") event.review = `V-${++reviews}`
      if (event.type === "task.reflected") event.reflection = `R-${++reflections}`
    }
    const { task } = events[0]
    const links = last.has(task) ? { links: { [task]: last.get(task) } } : {}
    line({ seq, commands: [{ at: Math.floor(at), actor, events, ...links }] })
    seq += events.length
    if (task !== undefined) last.set(task, seq - 1)
  }
  close()
}

/** About five a day, each done within hours or a few days; the same ones each time. */
function finished(now) {
  const random = randomFrom(7)
  const most = verbs.length * things.length
  return verbs.flatMap(([verb, lesson], v) =>
    things.map(([thing, project, holder], i) => {
      const ended = now - (((v * things.length + i * 13 + random() * 9) % most) / most) * 34 * day - 2 * hour
      const took = (0.6 + random() ** 3 * 40) * hour
      const isReviewed = random() < 0.5
      return {
        at: ended - took - (4 + random() * 90) * hour,
        fields: fieldsOf({
          title: `${verb} ${thing}`,
          project,
          priority: `P${1 + Math.floor(random() * 3)}`,
          tags: [verb === "Test" ? "tests" : "upkeep"],
          reviewer: isReviewed ? "mira" : null,
        }),
        holder,
        lesson,
        claimed: ended - took,
        ended: isReviewed ? ended - took / 4 : ended,
        reviewed: isReviewed ? ended : null,
        isCancelled: random() < 0.07,
      }
    }),
  )
}

function unfinished(now) {
  return open.map(({ hours, holder, brief, left, due, ...more }) => ({
    length: leaseOf(more),
    at: now - hours * hour,
    fields: fieldsOf({ ...more, dueAt: due === undefined ? null : now + due * hour }),
    after: more.after,
    holder,
    claimed: holder === undefined || brief ? null : now - Math.min(hours / 3, 20) * hour,
    until: now + (left === undefined ? leaseOf(more) * 0.93 - hours * 4000 : left * minute),
    inVain: more.inVain,
    blocked: more.silent === undefined ? undefined : { at: now - more.silent * hour, reason: more.blocked },
  }))
}

/** What a claim gets: half an hour, or twice the estimate. */
function leaseOf({ eta = "0h" }) {
  return Math.max(30 * minute, 2 * Number.parseInt(eta, 10) * (eta.endsWith("d") ? day : hour))
}

function fieldsOf(given) {
  const { title, project, priority, tags, assignee, reviewer, eta, description, done_criteria, dueAt } = given
  return {
    title,
    description: description ?? null,
    createdBy: title.length % 3 === 0 ? "jonas" : "mira",
    assignee: assignee ?? null,
    reviewer: reviewer ?? null,
    done_criteria: done_criteria ?? [],
    eta: eta ?? null,
    priority,
    tags,
    project,
    blockedBy: [],
    notBefore: null,
    dueAt: dueAt ?? null,
    metadata: {},
  }
}

function commandsOf(
  {
    at,
    fields,
    holder,
    claimed,
    until,
    length,
    ended,
    reviewed,
    isCancelled,
    lesson,
    inVain = 0,
    blocked,
    after = [],
  },
  ids,
) {
  const task = ids.get(fields.title)
  const blockedBy = after.map((title) => ids.get(title))
  const created = {
    type: "task.created",
    task,
    fields: { ...fields, blockedBy },
    status: "todo",
    reason: null,
  }
  const commands = [{ at, actor: fields.createdBy, events: [created] }]
  const then = (when, actor, ...events) =>
    commands.push({ at: when, actor, events: events.map((event) => ({ task, ...event })) })
  if (isCancelled) {
    then(ended, "mira", {
      type: "task.moved",
      to: "cancelled",
      reason: "Not worth it any more",
      assignee: null,
    })
    return commands
  }
  for (let attempts = 1; attempts <= inVain; attempts++) tryInVain(attempts)
  if (blocked)
    then(blocked.at, "mira", { type: "task.moved", to: "blocked", assignee: null, reason: blocked.reason })
  if (claimed !== null) {
    const lease = until === undefined ? { until: null, length: null } : { until, length }
    then(claimed, holder, { type: "task.claimed", agent: holder, session: null, epoch: 1, ...lease })
  }
  if (ended !== undefined) {
    then(
      ended,
      holder,
      { type: "task.reflected", agent: holder, content: lesson, counts: true },
      { type: "task.completed", agent: holder, to: reviewed === null ? "done" : "review", summary: null },
    )
    const decision = { decision: "approve", comment: null, until: null, length: null }
    if (reviewed !== null) then(reviewed, "mira", { type: "task.reviewed", reviewer: "mira", ...decision })
  }
  return commands

  /** The lease of an agent runs out; after the third time, nobody may try again. */
  function tryInVain(attempts) {
    const agent = team[2 + attempts].name
    const until = at + attempts * 6 * hour
    const isLast = attempts === 3
    then(until - 30 * minute, agent, {
      type: "task.claimed",
      agent,
      session: null,
      epoch: 2 * attempts - 1,
      until,
      length: 30 * minute,
    })
    then(until, "upnext", {
      type: "lease.expired",
      agent,
      attempts,
      to: isLast ? "blocked" : "todo",
      backoffUntil: isLast ? null : until + minute,
      reason: isLast ? "needs attention" : null,
    })
  }
}

/** Numbers from 0 to 1 that are the same in each run. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
