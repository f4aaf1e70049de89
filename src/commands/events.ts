import { createClient } from "../terminal/client.ts"
import type { StreamEvent } from "../client/client.ts"
import type { NewOutput } from "../client/events.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { inFlagWords, type Spelling } from "../terminal/flag-words.ts"
import type { Flags } from "../terminal/flags.ts"
import { toTaskId } from "../terminal/input.ts"
import { clean, line, note, print, style } from "../terminal/output.ts"
import { withLocalTime } from "../terminal/show-time.ts"
import { readSettings } from "../terminal/settings.ts"

const eventFlags: Flags = {
  after: {
    kind: "number",
    value: "seq",
    description: "begin after this event; 0 is the beginning; default: now",
  },
  task: { kind: "text", value: "id", description: "only what is about this task" },
  output: { kind: "boolean", description: "also the last line that commands print" },
  type: {
    kind: "list",
    value: "type",
    description: "only this type, such as task.claimed; several with commas",
  },
}

export default define({
  name: "events",
  summary: "Show what happens as it happens, until Ctrl-C",
  flags: eventFlags,
  common: someOfCommon("url", "token", "home", "json"),
  examples: [
    ["events", "from now on"],
    ["events --after 0 --type task.completed --json", "all that was finished, one JSON document a line"],
  ],
  async run({ flags }) {
    const settings = await readSettings(flags, process.env, process.cwd())
    const { after, task, type, output } = flags as EventFlags
    const types = type?.flatMap((each) => each.split(","))
    const filter = { after, task: task === undefined ? undefined : toTaskId(task), type: types, output }
    const watch = {
      lost: () => note(style.dim(`The server at ${settings.url} is away; going on when it is back.`)),
      back: () => note(style.dim("The server is back.")),
    }
    try {
      for await (const event of createClient(settings).events(filter, undefined, watch))
        print(flags.json === true ? JSON.stringify(event) : show(event))
    } catch (error) {
      throw inFlagWords(error, "events", spell)
    }
    return 0
  },
})

// --- internal ---

interface EventFlags {
  after?: number
  task?: string
  type?: string[]
  output?: boolean
}

function spell(field: string): Spelling | undefined {
  const flag = eventFlags[field]
  return flag && { shown: `--${field}`, description: flag.description }
}

function show(event: StreamEvent | NewOutput): string {
  if (event.type === "reset") return style.yellow(`The log ends at event ${event.seq}; going on from there.`)
  if (event.type === "output")
    return `${" ".repeat(15)}${style.cyan("output".padEnd(15))} ${style.bold(event.task.padEnd(6))} ${line(event.agent).padEnd(10)} ${style.dim(line(event.line))}`
  const { seq, at, type, task = "", actor, data } = event
  const told = Object.entries(data).filter(([, value]) => value !== null && value !== "")
  const rest = told.map(
    ([key, value]) =>
      `${key}=${typeof value === "string" ? withLocalTime(line(value)) : JSON.stringify(value)}`,
  )
  const time = style.dim(new Date(at).toTimeString().slice(0, 8))
  const who = line(actor).padEnd(10)
  return `${time} ${style.dim(String(seq).padStart(5))} ${style.cyan(type.padEnd(15))} ${style.bold(task.padEnd(6))} ${who} ${style.dim(clean(rest.join(" ")))}`
}
