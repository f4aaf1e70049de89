import { createClient } from "../terminal/client.ts"
import { refForm } from "../domain/wire/tasks/batch-form.ts"
import { fail } from "../errors.ts"
import { explainSettings } from "../terminal/explain-settings.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { inFlagWords, type Spelling } from "../terminal/flag-words.ts"
import type { Flags } from "../terminal/flag.ts"
import { toTaskId } from "../terminal/input.ts"
import { escapeHidden, note, print, style, tell } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { momentSince } from "../terminal/since.ts"
import { eventBefore } from "./events/since.ts"
import { showEvent } from "./events/show.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

const eventFlags: Flags = {
  after: {
    kind: "number",
    value: "seq",
    description: "start after this event; 0 is the beginning; default: now",
  },
  since: { kind: "time", description: "start at this time, such as 15m or yesterday" },
  task: { kind: "text", description: "only events of this task" },
  by: { kind: "text", description: "only events caused by this account" },
  once: { kind: "boolean", description: "end once all past events are shown" },
  output: { kind: "boolean", description: "also show the latest output line of each task's command" },
  type: {
    kind: "list",
    value: "type",
    description: "only this type, such as task.claimed; separate several with commas",
  },
  name: {
    kind: "text",
    description: "with a command: save the position under this name and resume from it after a restart",
  },
}

export default define({
  name: "events",
  summary: "Show events as they happen until Ctrl-C, or run a command for each event",
  rest: "[command] [args...]",
  flags: eventFlags,
  common: someOfCommon("url", "token", "home", "json"),
  about: [
    "A command after `--` runs once for each event, in order and one at a time. The command's standard input is one JSON document with `event` and `task` (the current task, or null if the event has none or the task is deleted). Its environment has UPNEXT_URL, UPNEXT_EVENT_SEQ (also _TYPE and _ACTOR), UPNEXT_TASK_ID and the other variables that `upnext work` sets for a task.",
    "Exit status 0 marks the event as done. Any other exit status ends the run with exit status 1, and the event does not count as done. Ctrl-C ends the command and all processes it started; pressing Ctrl-C twice kills them.",
    "With --name the position is saved in the data directory, separately for each board. A new name starts at --after or --since, or now; a known name ignores both and resumes at the first event that is not done. So each event is handled at least once, in order. If a process is killed, the event that it was handling may be repeated. Only one process at a time can use a name. If the board was restored to an earlier state, `upnext events` says so and continues after the board's last event.",
  ],
  examples: [
    ["events", "from now on"],
    ["events --after 0 --type task.completed --json", "all finished tasks, one JSON document per line"],
    [
      "events --type task.completed --name notify -- ./notify",
      "runs ./notify for each finished task, and misses none",
    ],
  ],
  async run({ flags, rest: [command, ...args] }) {
    const settings = await readSettings(flags, process.env, settingsDirectory())
    const { since, task, type, by, once, output, name } = flags as EventFlags
    const explained = (error: unknown): never => {
      throw inFlagWords(explainSettings(error, settings), "events", spell)
    }
    const types = type?.flatMap((each) => each.split(","))
    checkFlags(flags, command)
    const after =
      since === undefined
        ? (flags as EventFlags).after
        : await eventBefore(createClient(settings), momentSince(since)).catch(explained)
    const filter = { after, task: task === undefined ? undefined : toTaskId(task), type: types, by, once }
    const isJson = flags.json === true
    const watch = {
      open: () => {
        if (command !== undefined || once || (isJson && !process.stderr.isTTY)) return
        const past = after === undefined ? " `upnext events --once --after 0` shows past events." : ""
        note(style.dim(`Showing events as they happen. Ctrl-C ends it.${past}`))
      },
      lost: () =>
        note(
          style.dim(
            `The server at ${settings.url} cannot be reached; the command resumes when the server is back.`,
          ),
        ),
      back: () => note(style.dim("The server is back.")),
    }
    try {
      if (command !== undefined) {
        const parts = await import("./runner-parts.ts")
        const { runForEach } = await parts.eachEvent()
        return await runForEach({ createClient, settings, filter, command, args, name, isJson })
      }
      for await (const event of createClient(settings).events({ ...filter, output }, undefined, watch))
        if (isJson) print(escapeHidden(JSON.stringify(event)))
        else tell(event.type === "reset" ? { notice: showEvent(event) } : showEvent(event))
    } catch (error) {
      return explained(error)
    }
    return 0
  },
})

// --- internal ---

interface EventFlags {
  after?: number
  since?: string
  task?: string
  type?: string[]
  by?: string
  once?: boolean
  output?: boolean
  name?: string
}

function checkFlags(
  { name, output, after, since }: Readonly<Record<string, unknown>>,
  command: string | undefined,
): void {
  if (after !== undefined && since !== undefined)
    fail("invalid_input", {
      detail: "--after and --since both say where to start.",
      hint: "Leave one of them out.",
    })
  if (typeof name === "string" && command === undefined)
    fail("invalid_input", {
      detail: "--name saves the position of a command, so it needs a command after `--`.",
      hint: `For example: \`upnext events --name ${refForm.test(name) ? name : "notify"} -- ./notify\`.`,
    })
  if (typeof name === "string" && !refForm.test(name))
    fail("invalid_input", {
      detail: `--name must be 1 to 64 letters, digits, dots, dashes or underscores, not ${JSON.stringify(name)}.`,
      hint: "For example: --name notify.",
    })
  if (output === true && command !== undefined)
    fail("invalid_input", {
      detail: "The lines that --output shows are not events, so no command can run for them.",
      hint: "Leave out --output, or the command.",
    })
}

function spell(field: string): Spelling | undefined {
  const flag = eventFlags[field]
  return flag && { shown: `--${field}`, description: flag.description }
}
