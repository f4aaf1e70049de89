import * as z from "zod"
import { loggedCommand, type LoggedCommand } from "./logged-command.ts"
import { isObject } from "../wire/metadata.ts"

/** An event as stored in a line of the log. `v` is the number of its form; the first form of a kind has no `v`. */
export type StoredEvent = Readonly<Record<string, unknown>>

/** By kind of event: the first function turns form 1 into form 2, the next one form 2 into form 3, and so on. */
export type Upcasters = ReadonlyMap<unknown, readonly ((old: StoredEvent) => StoredEvent)[]>

/**
 * The only place that converts old forms of events; all other code knows only the current form. A kind that is not
 * listed here still has its first form.
 */
const upcasters: Upcasters = new Map([
  // Attempts that an old log counted as failed stay failed.
  ["lease.expired", [(event) => ({ ...event, expiries: 0 })]],
])

/**
 * Converts an event to the newest form known here. An event in a newer form is left unchanged, and the schemas refuse
 * it.
 */
export function upcast(event: StoredEvent, steps = upcasters): StoredEvent {
  const { type, v: form = 1 } = event
  const all = steps.get(type) ?? []
  const due = typeof form === "number" ? all.slice(form - 1) : []
  if (due.length === 0) return event
  return { ...due.reduce((old, step) => step(old), event), v: all.length + 1 }
}

/**
 * Reads the commands of one line of the log: converts old forms and checks everything against the schemas. A checkpoint
 * is a cache with a checksum of its own and is not checked.
 *
 * @param refuse called with the problem; `isNewer` if only a newer Upnext can have written the line
 */
export function readCommands(
  stored: unknown,
  refuse: (what: string, isNewer: boolean) => never,
): readonly LoggedCommand[] {
  const commands = upcastCommands(stored)
  const { error } = schema.safeParse(commands)
  if (error) refuse(...problemOf(error, commands))
  return commands as readonly LoggedCommand[]
}

// --- internal ---

const schema = z.array(loggedCommand)

/** Lines without old forms are not copied; nearly all lines of a log are like that. */
function upcastCommands(stored: unknown): unknown {
  return changed(stored, (command) => {
    if (!isObject(command)) return command
    const events = changed(command["events"], (event) => (isObject(event) ? upcast(event) : event))
    return events === command["events"] ? command : { ...command, events }
  })
}

/** A list with replaced members; the same list if nothing changes. */
function changed(list: unknown, replace: (member: unknown) => unknown): unknown {
  if (!Array.isArray(list)) return list
  const after = list.map(replace)
  return after.some((member, i) => member !== list[i]) ? after : list
}

function problemOf(error: z.ZodError, commands: unknown): [what: string, isNewer: boolean] {
  const [issue] = error.issues
  const path = issue?.path ?? []
  const event = path[1] === "events" ? valueAt(commands, path.slice(0, 3)) : undefined
  const type = isObject(event) ? event["type"] : undefined
  const subject = typeof type === "string" ? `the event ${type}` : "this line"
  const where = path.slice(type === undefined ? 0 : 3).join(".")
  if (issue?.code === "invalid_union" && where === "type")
    return [`${subject} is of a kind that this version does not know`, true]
  if (issue?.code === "unrecognized_keys")
    return [`${subject} has a field that this version does not know: ${issue.keys.join(", ")}`, true]
  return [`${subject} has the wrong shape: ${where}: ${issue?.message ?? ""}`, where === "v"]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}
