import { createClient } from "../terminal/client.ts"
import { refForm } from "../domain/wire/tasks/batch-form.ts"
import { fail } from "../errors.ts"
import { explainWithheld } from "../terminal/client-command.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { inFlagWords, type Spelling } from "../terminal/flag-words.ts"
import type { Flags } from "../terminal/flag.ts"
import { toTaskId } from "../terminal/input.ts"
import { escapeHidden, note, print, style } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { showEvent } from "./events/show.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

const eventFlags: Flags = {
  after: {
    kind: "number",
    value: "seq",
    description: "begin after this event; 0 is the beginning; default: now",
  },
  task: { kind: "text", value: "id", description: "only what is about this task" },
  by: { kind: "text", value: "account", description: "only what came by this account" },
  once: { kind: "boolean", description: "end when all that has happened is shown" },
  output: { kind: "boolean", description: "also the last line that commands print" },
  type: {
    kind: "list",
    value: "type",
    description: "only this type, such as task.claimed; several with commas",
  },
  name: {
    kind: "text",
    value: "name",
    description: "with a command: keep the place under this name, and go on from it after a restart",
  },
}

export default define({
  name: "events",
  summary: "Show what happens as it happens, until Ctrl-C; or run a command for each event",
  rest: "[command] [args...]",
  flags: eventFlags,
  common: someOfCommon("url", "token", "home", "json"),
  about: [
    "A command after `--` runs once for each event, one at a time and in order. It gets one JSON document on its standard input: `event`, and `task`, which is the task as it is now, or null where the event is about none or the task is deleted. Its environment holds UPNEXT_EVENT_SEQ, _TYPE and _ACTOR, UPNEXT_TASK_ID and the other variables of a task that `upnext work` sets, and UPNEXT_URL.",
    "Exit 0 means that the event is done. At any other exit the round ends with exit status 1, and the event counts as not done. Ctrl-C ends the command with all that it started; pressed twice it kills it.",
    "With --name the place is kept in the data directory, for each board apart. A new name begins at --after, or now; a known one goes on with the first event that is not done, and --after means nothing to it. So each event is done at least once, in order, also if a process is killed: then its last event may come again. One process at a time runs under a name. If the board was put back to an earlier state, it says so and goes on after the last event there is.",
  ],
  examples: [
    ["events", "from now on"],
    ["events --after 0 --type task.completed --json", "all that was finished, one JSON document a line"],
    ["events --type task.completed --name notify -- ./notify", "runs ./notify for each, and misses none"],
  ],
  async run({ flags, rest: [command, ...args] }) {
    const settings = await readSettings(flags, process.env, settingsDirectory())
    const { after, task, type, by, once, output, name } = flags as EventFlags
    const types = type?.flatMap((each) => each.split(","))
    const filter = { after, task: task === undefined ? undefined : toTaskId(task), type: types, by, once }
    checkFlags(flags, command)
    const watch = {
      lost: () => note(style.dim(`The server at ${settings.url} is away; going on when it is back.`)),
      back: () => note(style.dim("The server is back.")),
    }
    const isJson = flags.json === true
    try {
      if (command !== undefined) {
        const parts = await import("./runner-parts.ts")
        const { runForEach } = await parts.eachEvent()
        return await runForEach({ createClient, settings, filter, command, args, name, isJson })
      }
      for await (const event of createClient(settings).events({ ...filter, output }, undefined, watch))
        print(isJson ? escapeHidden(JSON.stringify(event)) : showEvent(event))
    } catch (error) {
      throw inFlagWords(explainWithheld(error, settings), "events", spell)
    }
    return 0
  },
})

// --- internal ---

interface EventFlags {
  after?: number
  task?: string
  type?: string[]
  by?: string
  once?: boolean
  output?: boolean
  name?: string
}

function checkFlags({ name, output }: Readonly<Record<string, unknown>>, command: string | undefined): void {
  if (typeof name === "string" && command === undefined)
    fail("invalid_input", {
      detail: "--name keeps the place of a command, and there is none: it stands after `--`.",
      hint: `For example: \`upnext events --name ${refForm.test(name) ? name : "notify"} -- ./notify\`.`,
    })
  if (typeof name === "string" && !refForm.test(name))
    fail("invalid_input", {
      detail: `--name is 1 to 64 letters, digits, dots, dashes or underscores, not ${JSON.stringify(name)}.`,
      hint: "For example: --name notify.",
    })
  if (output === true && command !== undefined)
    fail("invalid_input", {
      detail: "--output shows what is no event, so no command runs for it.",
      hint: "Leave out --output, or the command.",
    })
}

function spell(field: string): Spelling | undefined {
  const flag = eventFlags[field]
  return flag && { shown: `--${field}`, description: flag.description }
}
