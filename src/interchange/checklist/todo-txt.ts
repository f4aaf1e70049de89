import { toLines } from "../../domain/wire/plan/lines.ts"
import type { FoundTask } from "../items/draft.ts"
import type { Notes } from "../notes.ts"
import { shortName } from "./plan-place.ts"
import { priorityMeant } from "../../domain/wire/words.ts"

/** A task of todo.txt. */
export interface TodoLine {
  readonly isDone: boolean
  readonly priority: string | undefined
  readonly finishedAt: string | undefined
  readonly createdAt: string | undefined
  /** Without the words at its end that are read. */
  readonly title: string
  readonly projects: readonly string[]
  readonly contexts: readonly string[]
  /** `due:2030-01-31` and the like. */
  readonly pairs: readonly (readonly [key: string, value: string])[]
}

/** Reads `x 2030-01-02 2030-01-01 (A) Call Mum +family @phone due:2030-01-05`, as todo.txt writes it. */
export function parseTodoLine(line: string): TodoLine {
  const { done, finished, pri, created, text = "" } = lineForm.exec(line.trim())?.groups ?? {}
  const words = text.split(/\s+/)
  const of = (form: RegExp) => words.flatMap((word) => form.exec(word)?.[1] ?? [])
  const pairs = words.flatMap((word) => {
    const [, key, value] = /^([a-z][\w-]*):([^\s/:][^\s]*)$/i.exec(word) ?? []
    return key !== undefined && value !== undefined ? [[key, value] as const] : []
  })
  let end = words.length
  while (end > 1 && /^(?:\+\S+|@\S+|[a-z][\w-]*:[^\s/:]\S*)$/i.test(words[end - 1] ?? "")) end--
  const isDone = done !== undefined
  return {
    isDone,
    priority: pri ?? pairs.find(([key]) => key === "pri")?.[1],
    finishedAt: isDone ? finished : undefined,
    createdAt: created ?? (isDone ? undefined : finished),
    title: words.slice(0, end).join(" "),
    projects: of(/^\+(\S+)$/),
    contexts: of(/^@(\S+)$/),
    pairs: pairs.filter(([key]) => key !== "pri"),
  }
}

/** The lines that hold a task, with what each is known by. */
export function* todoTasks(
  text: string,
): Generator<{ readonly id: string; readonly line: number; readonly task: TodoLine }> {
  const counts = new Map<string, number>()
  for (const { number: line, text: own } of toLines(text)) {
    if (own === "") continue
    const task = parseTodoLine(own)
    const short = shortName(task.title)
    const times = (counts.get(short) ?? 0) + 1
    counts.set(short, times)
    yield { id: `${short}${times > 1 ? ` (${times})` : ""}`, line, task }
  }
}

/** The tasks of todo.txt: the first project is the project, others and contexts are tags, `due:` and `t:` times. */
export function* readTodoTxt(text: string, name: string, notes: Notes): Generator<FoundTask> {
  for (const { id, line, task } of todoTasks(text)) {
    const { isDone, priority, title, projects, contexts, pairs, createdAt, finishedAt } = task
    const valueOf = (key: string) => pairs.find(([each]) => each === key)?.[1]
    const place = `line ${line}`
    const [project, ...others] = projects
    if (others.length > 0)
      notes.add(
        "mapped",
        "{additional project|additional projects} of a task → a tag with +",
        place,
        others.length,
      )
    yield {
      id: `${name}#${id}`,
      place,
      title,
      status: { status: isDone ? "done" : "todo" },
      ...(priority !== undefined && { priority: priorityMeant(priority) ?? "P3" }),
      project,
      tags: [...others.map((each) => `+${each}`), ...contexts.map((each) => `@${each}`)],
      dueAt: valueOf("due"),
      notBefore: valueOf("t"),
      createdAt,
      finishedAt,
      rest: pairs.filter(([key]) => key !== "due" && key !== "t"),
    }
  }
}

// --- internal ---

const day = String.raw`\d{4}-\d\d-\d\d`
const lineForm = new RegExp(
  String.raw`^(?<done>x )?\s*(?:\((?<pri>[A-Z])\)\s+)?(?:(?<finished>${day})\s+)?(?:(?<created>${day})\s+)?(?:\([A-Z]\)\s+)?(?<text>.*)$`,
)
