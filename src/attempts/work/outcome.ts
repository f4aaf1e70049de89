import { formatDuration } from "../../domain/wire/duration.ts"
import { line, note, passOn, print, style } from "../../terminal/output.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import { unmetLine } from "../../terminal/shown/task-checks.ts"
import type { Sink } from "../processes/process.ts"
import { createLines } from "../processes/tail.ts"

export interface JobOutcome {
  readonly task: string
  /**
   * `done` and `review`: the task is finished. `failed`: the command failed. `blocked`: the command did nothing,
   * and someone must look at the task. `returned`: the worker stopped and gave the task back. `limit`: the agent
   * hit a limit, and the task is given back without counting an attempt. `lost`: the task is held by someone else
   * now, or returns to the queue when its lease runs out.
   */
  readonly outcome: "done" | "review" | "failed" | "blocked" | "returned" | "limit" | "lost"
  /** The exit status of the command, or the signal that ended it. */
  readonly exit: number | NodeJS.Signals
  readonly ms: number
  /** The criteria that were left open; absent where there are none. */
  readonly unmet?: readonly string[]
  /** Whether finished work has landed; absent if it was not to land. */
  readonly landed?: boolean
  /** When a limit ends, in ISO 8601; absent if that is not known. */
  readonly until?: string
}

/** What came of a task, as the server has it. */
export interface Settled {
  readonly outcome: JobOutcome["outcome"]
  /** Why the task is lost or failed; else empty. */
  readonly detail: string
  /** The criteria that were left open. */
  readonly unmet?: readonly string[]
  /** When a limit is over, where that is known. */
  readonly until?: string
}

/**
 * Reports to people on standard error and, with `--json`, to programs with one line of JSON per task on standard
 * output.
 */
export type Teller = ReturnType<typeof createTeller>

/**
 * With JSON, standard output contains nothing else. With several jobs, each line of a command begins with its task.
 */
export function createTeller(isJson: boolean, jobs: number) {
  const say = (text: string) => note(style.dim(line(text)))
  const said = new Set<string>()
  return {
    say,
    /** Says it the first time only. */
    once(text: string): void {
      if (!said.has(text)) say(text)
      said.add(text)
    },
    started: ({ id, title }: ShownTask) => note(`${style.bold(id)} started  ${style.dim(line(title))}`),
    /** `detail` is the reason if the job was not a success, or the effect of a limit. */
    ended(outcome: JobOutcome, detail: string): void {
      const lines = [outcomeText(outcome, line(detail)), ...(outcome.unmet ?? []).map(unmetLine)]
      note(`${style.bold(outcome.task)} ${lines.join("\n")}`)
      if (isJson) print(JSON.stringify(outcome))
    },
    /** Where the output of the task's command goes. */
    output(id: string): { readonly stdout: Sink; readonly stderr: Sink } {
      const prefix = jobs > 1 ? `${id} | ` : undefined
      return {
        stdout: createSink(isJson ? process.stderr : process.stdout, prefix),
        stderr: createSink(process.stderr, prefix),
      }
    },
  }
}

// --- internal ---

function outcomeText({ outcome, ms, landed }: JobOutcome, detail: string): string {
  const time = style.dim(`(${spanOf(ms)})`)
  switch (outcome) {
    case "done":
      return `${landed === false ? style.yellow("done, not landed") : style.green("done")} ${time}`
    case "review":
      return `${style.green("done")}, waiting for review ${time}`
    case "failed":
      return `${style.red("failed")}, ${detail}`
    case "blocked":
      return `${style.yellow("blocked")}, ${detail}`
    case "returned":
      return "given back"
    case "limit":
      return `${style.yellow("given back: limit reached")}; ${detail}`
    case "lost":
      return `${style.yellow("lost")}: ${detail}`
  }
}

function spanOf(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms)
}

function createSink(stream: NodeJS.WriteStream, prefix: string | undefined): Sink {
  if (prefix === undefined) return { push: (part) => passOn(stream, part), end: () => Promise.resolve() }
  let text = ""
  const lines = createLines((each) => (text += `${prefix}${each}\n`))
  const flush = () => {
    const whole = text
    text = ""
    return whole === "" ? Promise.resolve() : passOn(stream, whole)
  }
  return {
    push(part) {
      lines.push(part)
      return flush()
    },
    end() {
      lines.end()
      return flush()
    },
  }
}
