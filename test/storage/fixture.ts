import { blankTask, toPlain, withState } from "../../src/domain/board/tasks/task-record.ts"
import type { BoardEvent } from "../../src/domain/events/index.ts"
import type { Task } from "../../src/domain/board/records.ts"
import type { Snapshot } from "../../src/domain/board/snapshot.ts"
import type { Commit, Log } from "../../src/storage/log.ts"

function comment(content: string): BoardEvent {
  return { type: "task.commented", task: "T-1", comment: "C-1", author: "Ada", content }
}

/** A commit of one command with one event for each text. */
export function commitOf(seq: number, ...texts: string[]): Commit {
  return { seq, commands: [{ at: 1_700_000_000_000 + seq, actor: "Ada", events: texts.map(comment) }] }
}

/** Appends commits of one event each, numbered on from `first`. */
export async function appendMany(log: Log, first: number, count: number, text = "text"): Promise<void> {
  for (let seq = first; seq < first + count; seq += 1) await log.commit(() => commitOf(seq, `${text} ${seq}`))
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Restores a log to its end: its snapshot and what came after. */
export async function restoreAll(log: Log): Promise<{ snapshot: Snapshot | undefined; commits: Commit[] }> {
  const { snapshot, commits } = await log.restore()
  return { snapshot, commits: await collect(commits) }
}

export function task(n: number, text = "A task like any other"): Task {
  return withState(blankTask, {
    ...{
      n,
      title: `${text} ${n}`,
      createdBy: "Ada",
      done_criteria: ["it works"],
      eta: "1h",
      tags: ["a", "b"],
    },
    ...{ createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, since: 1_700_000_000_000, lastEvent: 1 },
  })
}

/** A board that stands at `seq` and holds so many tasks. */
export function snapshotAt(seq: number, tasks = 3): Snapshot {
  return {
    counters: {
      seq,
      at: 1_700_000_000_000 + seq,
      task: tasks,
      comment: 0,
      review: 0,
      reflection: 0,
      attachment: 1,
      teamStarted: false,
      teamPause: null,
      token: 1,
      import: 1,
      accessRequired: true,
      hasOldWork: true,
      board: "b0",
      usage: [1200, 77, 900, 300, 12_050_000],
    },
    tables: {
      tasks: Array.from({ length: tasks }, (_, i) => task(i + 1)),
      tombstones: [
        { n: 7, lastEvent: 12 },
        { n: 9, lastEvent: 13 },
      ],
      trash: [{ n: 9, task: task(9), seq: 13, at: 1_700_000_000_000, by: "Ada", until: 1_702_592_000_000 }],
      commands: [
        {
          ...{ seq: 13, at: 1_700_000_000_000, owner: "ada", type: "task.deleted" },
          ...{ kind: "first", takes: [], bytes: 900, effects: [{ what: "deleted", n: 9, before: task(9) }] },
        },
      ],
      comments: [
        { n: 1, task: 1, author: "Ada", content: "line\nbreak ], \u2028 – ✓", createdAt: 1_700_000_000_000 },
      ],
      attachments: [
        {
          ...{ n: 1, task: 1, name: "shot – ✓.png", size: 3, type: "image/png", sha256: "ab".repeat(32) },
          ...{ by: "Ada", createdAt: 1_700_000_000_000 },
        },
      ],
      reviews: [],
      reflections: [],
      agents: [
        {
          name: "Ada",
          kind: "person",
          role: null,
          description: null,
          resources: [],
          skills: [],
          pause: null,
          joinedAt: 1_700_000_000_000,
        },
      ],
      hosts: [],
      notices: [],
      answers: [],
      days: [],
      accounts: [{ name: "ci", role: "work", agent: null, person: false, createdAt: 1_700_000_000_000 }],
      tokens: [{ n: 1, account: "ci", hash: "ab", createdAt: 1_700_000_000_000, until: null }],
      resources: [{ name: "gpu", capacity: 2, description: null, closed: null }],
      imports: [
        {
          ...{ n: 1, kind: "beads", name: "issues.jsonl", by: "Ada", at: 1_700_000_000_000 },
          ...{ heardAt: 1_700_000_000_000, state: "ended", endedAt: 1_700_000_000_000 },
          ...{ added: 1, changed: 0, changes: [], bytes: 2 },
        },
      ],
      usage: [
        {
          n: 1,
          attempts: [
            {
              ...{ epoch: 2, agent: "Ada", project: "default", day: 19_675, at: 1_700_000_000_000 },
              ...{ models: [{ model: "m – ✓", counts: [1200, 77, 900, 300, 12_050_000] }], isMeasured: true },
              series: [{ series: 7, kinds: ["input"], model: null, known: [["0000000000001", 1200]] }],
            },
          ],
        },
      ],
      origins: [{ n: 1, source: "beads:bd-1", import: 1, isGone: false, said: { title: 5_000_000_001 } }],
      ownership: [{ n: 1, maker: "ci", workers: ["ci"] }],
    },
  }
}

/** A snapshot as it comes back from where it was stored. */
export function asStored({ counters, tables }: Snapshot): Snapshot {
  return { counters, tables: { ...tables, tasks: tables.tasks.map(toPlain) as Task[] } }
}

export const storedAt = (seq: number, tasks?: number) => asStored(snapshotAt(seq, tasks))
