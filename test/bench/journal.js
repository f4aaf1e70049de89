import { openJournal } from "../support/journal-file.js"

/** Writes a home with a journal of so many new tasks, as large as those that `seed` creates. */
export function writeNewTasks(home, tasks) {
  const { line, close } = openJournal(home)
  const at = Date.now()
  const perLine = 50
  for (let seq = 1; seq <= tasks; seq += perLine) {
    const count = Math.min(perLine, tasks - seq + 1)
    const commands = Array.from({ length: count }, (_, i) => {
      const event = created(seq + i, tasks)
      const fields = { ...event.fields, description: "x".repeat(200) }
      return { at, actor: "pat", events: [{ ...event, fields }] }
    })
    line({ seq, commands })
  }
  close()
}

/**
 * Writes a home with a journal of many tasks, ten events each, those of one task far apart. Every task is created and
 * edited, and every second one is claimed, reflected on and completed. A hundred tasks mention walruses. The journal is
 * written directly, because a million events over HTTP would take minutes.
 */
export function writeJournal(home, tasks) {
  const { line, close } = openJournal(home)
  const start = Date.now() - 20 * 86_400_000
  const last = new Map()
  let seq = 1
  let commands = []
  let reflections = 0

  const flush = () => {
    if (commands.length === 0) return
    line({ seq, commands })
    seq += commands.reduce((sum, { events }) => sum + events.length, 0)
    commands = []
  }
  const add = (n, ...events) => {
    const pending = commands.reduce((sum, each) => sum + each.events.length, 0)
    const id = `T-${n}`
    const links = last.has(id) ? { links: { [id]: last.get(id) } } : {}
    last.set(id, seq + pending + events.length - 1)
    const at = start + Math.floor(((seq + pending) / (tasks * 10)) * 19 * 86_400_000)
    commands.push({ at, actor: "pat", events, ...links })
    if (commands.length === 20) flush()
  }

  for (let n = 1; n <= tasks; n++) add(n, created(n, tasks))
  for (let round = 0; round < 6; round++)
    for (let n = 1; n <= tasks; n++)
      add(n, { type: "task.edited", task: `T-${n}`, changes: { title: `Task ${n}, ${round}` } })
  for (let n = 1; n <= tasks; n++) {
    if (n % 2 === 0) {
      for (const eta of ["1h", "2h", "3h"]) add(n, { type: "task.edited", task: `T-${n}`, changes: { eta } })
      continue
    }
    const agent = `a${n % 50}`
    const claimed = { type: "task.claimed", task: `T-${n}`, agent, session: null, epoch: 1, until: null }
    add(n, { ...claimed, length: null })
    const reflection = `R-${++reflections}`
    add(n, {
      type: "task.reflected",
      task: `T-${n}`,
      reflection,
      agent,
      content: "It went well",
      counts: true,
    })
    add(n, { type: "task.completed", task: `T-${n}`, agent, to: "done", summary: null })
  }
  flush()
  close()
  return seq - 1
}

function created(n, tasks) {
  const fields = {
    title: `Task ${n}`,
    description: `${words(n)}${n % (tasks / 100) === 0 ? " walrus" : ""}`,
    createdBy: "pat",
    assignee: null,
    reviewer: null,
    done_criteria: [],
    eta: null,
    priority: `P${n % 4}`,
    tags: [`tag-${n % 50}`],
    project: `project-${n % 20}`,
    blockedBy: [],
    notBefore: null,
    dueAt: null,
    metadata: {},
  }
  return { type: "task.created", task: `T-${n}`, fields, status: "todo", reason: null }
}

/** Thirty words, some of them rare. */
function words(n) {
  return Array.from(
    { length: 30 },
    (_, i) => `w${Math.floor(2000 ** (((n * 31 + i * 17) % 997) / 997))}`,
  ).join(" ")
}
