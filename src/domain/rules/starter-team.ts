import type { Board } from "../board/board.ts"
import type { BoardEvent, TaskFields } from "../events/index.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { canonicalName } from "../board/find.ts"
import { newFields } from "./stored-fields.ts"

/** A team as in `assets/starter-team.json`. `blockedBy` names tasks of this file by their position, counted from 1. */
export interface StarterTeam {
  readonly agents: readonly { name: string; kind: string; role: string; description: string }[]
  readonly tasks: readonly {
    title: string
    description: string
    assignee: string
    reviewer?: string | undefined
    priority: string
    done_criteria: string[]
    eta: string
    status: string
    blockedBy?: readonly number[]
    comments: readonly { author: string; content: string }[]
  }[]
}

/** The events that seed a team. Known agents stay unchanged, and the samples have a project of their own. */
export function starterEvents(board: Board, team: StarterTeam, host: string): BoardEvent[] {
  if (board.counters.teamStarted) return []
  const newcomers = team.agents.filter(({ name }) => !board.agents.has(nameKey(name)))
  return [
    { type: "team.started" },
    ...newcomers.map(({ name, role, description }): BoardEvent => ({
      type: "agent.joined",
      agent: { name, kind: "agent", role, description },
    })),
    ...(board.hosts.has(host) ? [] : [{ type: "host.joined", host } as const]),
    ...sampleTasks(board, team),
  ]
}

// --- internal ---

function sampleTasks(board: Board, team: StarterTeam): BoardEvent[] {
  const first = board.counters.task + 1
  let comment = board.counters.comment
  return team.tasks.flatMap((sample, i) => {
    const task = taskId(first + i)
    const { status } = sample
    const assignee = canonicalName(board, sample.assignee)
    const fields = newFields(
      {
        ...sample,
        priority: sample.priority as TaskFields["priority"],
        project: "sample",
        tags: ["sample"],
        blockedBy: (sample.blockedBy ?? []).map((n) => taskId(first + n - 1)),
      },
      {
        createdBy: canonicalName(board, team.agents[0]?.name ?? assignee),
        spell: (name) => canonicalName(board, name),
        now: 0,
      },
    )
    const isStarted = status === "doing" || status === "review"
    const events: BoardEvent[] = [
      { type: "task.created", task, fields, status: isStarted ? "doing" : "todo", reason: null },
    ]
    for (const { author, content } of sample.comments)
      events.push({
        type: "task.commented",
        task,
        comment: `C-${++comment}`,
        author: canonicalName(board, author),
        content,
      })
    if (status === "review")
      events.push({ type: "task.completed", task, agent: assignee, to: "review", summary: null })
    return events
  })
}
