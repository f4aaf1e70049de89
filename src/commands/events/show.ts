import type { StreamEvent } from "../../client/client.ts"
import type { NewOutput } from "../../client/events.ts"
import { clean, line, style } from "../../terminal/output.ts"
import { actorText } from "./actor.ts"
import { withLocalTime } from "../../terminal/show-time.ts"

/** An event on one line, for people. */
export function showEvent(event: StreamEvent | NewOutput): string {
  if (event.type === "reset")
    return style.yellow(`The log ends at event ${event.seq}; continuing from there.`)
  if (event.type === "output")
    return `${" ".repeat(15)}${style.cyan("output".padEnd(15))} ${style.bold(event.task.padEnd(6))} ${line(event.agent).padEnd(10)} ${style.dim(line(event.line))}`
  const { seq, at, type, task = "", data } = event
  const told = Object.entries(data).filter(([, value]) => value !== null && value !== "")
  const rest = told.map(
    ([key, value]) =>
      `${key}=${typeof value === "string" ? withLocalTime(line(value)) : JSON.stringify(value)}`,
  )
  const time = style.dim(new Date(at).toTimeString().slice(0, 8))
  const who = actorText(event).padEnd(10)
  return `${time} ${style.dim(String(seq).padStart(5))} ${style.cyan(type.padEnd(15))} ${style.bold(task.padEnd(6))} ${who} ${style.dim(clean(rest.join(" ")))}`
}
