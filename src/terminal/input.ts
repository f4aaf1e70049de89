import type { Field, ClientRoute } from "../client/routes.ts"
import { boardNow } from "../client/board-clock.ts"
import { fail } from "../errors.ts"
import { parseJsonObject, readStdin } from "../machine/text.ts"
import { toKebab } from "./find-flag.ts"
import type { Parsed } from "./flags.ts"
import { failMissing } from "./missing-field.ts"
import { inOwnName, namesAgent } from "./own-name.ts"
import type { Settings } from "./settings.ts"
import { durationFromNow, hintOfTime, parseTime, type Moment } from "./parse-time.ts"
import { fullTaskId, isTaskId, quote } from "./typed.ts"

interface Source {
  readonly route: ClientRoute
  /** The fields that are given without a flag. */
  readonly words: readonly string[]
  readonly rename: Readonly<Record<string, string>>
  readonly parsed: Parsed
  readonly settings: Settings
  /** The field that the agent of the settings fills; default: the operation's actor. */
  readonly self?: string | undefined
}

/**
 * Makes the input of an operation. Flags and arguments override `--data`. `-` stands for the text on standard input, ids
 * may be bare numbers, and in a PATCH an empty value clears the field.
 */
export async function readInput({
  route,
  words,
  rename,
  parsed,
  settings,
  self = route.actor,
}: Source): Promise<Record<string, unknown>> {
  const stdin = createStdin()
  const isPatch = route.method === "PATCH" || route.method === "PUT"
  const input = await readData(parsed.flags.data, stdin)
  for (const [name, field] of Object.entries(route.fields)) {
    const at = words.indexOf(name)
    const flag = rename[name] ?? toKebab(name)
    const word = at >= 0 ? parsed.positionals[at] : undefined
    const flagged = own(parsed.flags, flag)
    if (word !== undefined && flagged !== undefined)
      fail("invalid_input", {
        detail: `The ${flag} is given twice: as ${JSON.stringify(word)} and with --${flag}.`,
        hint: "Leave one of them out.",
      })
    const given = word ?? flagged
    if (given === undefined) continue
    const isName = namesAgent(name) || name === self || name === route.actor || name === route.asker
    const named = isName ? inOwnName(given, () => requireAgent(settings.agent)) : given
    const toId = route.path.startsWith("/tokens/") ? toTokenId : toTaskId
    input[name] = await toValue(named, { name, flag, field, isPatch, stdin, toId })
  }
  if ("project" in route.fields && !isPatch) setProject(input, settings.project)
  if (self !== undefined && self !== route.actor) input[self] ??= settings.agent
  for (const [name, field] of Object.entries(route.fields)) {
    const isMissing = input[name] === undefined || (input[name] === "" && words.includes(name))
    if (!field.required || !isMissing) continue
    if (name === self) requireAgent(settings.agent)
    else failMissing(name, { route, words, rename, input })
  }
  return input
}

/** `7` and `t-7` are `T-7`; anything else is refused. */
export function toTaskId(text: string): string {
  if (isTaskId(text)) return fullTaskId(text)
  return fail("invalid_input", {
    detail: `${JSON.stringify(text)} is not a task id such as T-7.`,
    hint: text.includes(" ")
      ? `\`upnext list ${quote(text)}\` finds tasks; other text needs a flag, such as --comment.`
      : `\`upnext list\` shows the existing ids.${text.includes(",") ? " Separate several ids with spaces." : ""}`,
  })
}

/** `3` is `K-3`; anything else is left to the server. */
function toTokenId(text: string): string {
  return /^\d+$/.test(text) ? `K-${text}` : text
}

/** `a,b` is two tags. Throws `invalid_input` for a text without a tag. */
export function splitTags(given: readonly string[]): string[] {
  return given.flatMap((text) => {
    const tags = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "")
    if (tags.length === 0)
      fail("invalid_input", {
        detail: `--tag ${JSON.stringify(text)} contains no tag.`,
        hint: "Write tags as --tag docs, or several as --tag docs,urgent.",
      })
    return tags
  })
}

export function requireAgent(agent: string | undefined): string {
  if (agent !== undefined) return agent
  return fail("invalid_input", {
    detail: "No agent was given.",
    hint: "Add --agent <name>, or set UPNEXT_AGENT.",
  })
}

/** Keeps ISO 8601 with an offset, and a duration, which the server's clock counts. Reads other times in the time zone of the shell. */
export function toTime(
  given: string,
  flag: string,
  reading: Pick<Moment, "endsDay" | "looksBack"> = {},
): string {
  if (isoWithOffset.test(given)) return given
  const time = durationFromNow(given, reading.looksBack === true) ?? localTimeOf(given, reading)
  if (time !== undefined) return time
  return fail("invalid_input", {
    detail: `--${flag} takes a time, not ${JSON.stringify(given)}.`,
    hint: hintOfTime(given, flag),
  })
}

/** A time as a person types it, in the time zone of the shell, in ISO 8601; undefined for anything else. */
export function localTimeOf(
  given: string,
  reading: Pick<Moment, "endsDay" | "looksBack"> = {},
): string | undefined {
  const time = isoWithOffset.test(given)
    ? Date.parse(given)
    : parseTime(given, { now: boardNow(), zone: timeZone(), ...reading })
  return time !== undefined && Math.abs(time) < lastTime ? new Date(time).toISOString() : undefined
}

/** Whether a field is a time that is read as one in the past. */
export function looksBack(field: string): boolean {
  return field === "at" || readings[field]?.looksBack === true
}

// --- internal ---

/** The time zone of the shell. Node has no name for one that it does not know, and counts in UTC. */
function timeZone(): string {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  if (zone !== undefined && zone !== "Etc/Unknown") return zone
  const { TZ = "" } = process.env
  // An empty TZ means UTC (POSIX).
  if (/^:?(?:(?:utc|gmt|z)0?)?$/i.test(TZ)) return "UTC"
  return fail("invalid_input", {
    detail: `TZ=${TZ} is not a known time zone.`,
    hint: "Set TZ to a time zone such as Europe/Zurich, or write the time with its offset: 2030-01-31T12:00:00Z.",
  })
}

const isoWithOffset = /^\d{4}-\d\d-\d\dt.*(?:z|[+-]\d\d:?\d\d)$/i

type Stdin = () => Promise<string>

interface GivenFlag {
  readonly name: string
  readonly flag: string
  readonly field: Field
  readonly isPatch: boolean
  readonly stdin: Stdin
  toId(text: string): string
}

async function toValue(
  given: unknown,
  { name, flag, field, isPatch, stdin, toId }: GivenFlag,
): Promise<unknown> {
  const isEmpty = given === "" || (Array.isArray(given) && given.join("") === "")
  if (isPatch && isEmpty && field.nullable) return field.kind === "list" ? [] : null
  if (["tags", "tag", "notTag"].includes(name) && Array.isArray(given)) return splitTags(given.map(String))
  if (given === "-" && field.kind === "text") return stdin()
  if (field.kind === "time") return toTime(String(given), flag, readings[name])
  if (name === "at") return toMoment(String(given), flag)
  if (given === "-" && field.kind === "object") return parseObject(await stdin(), name)
  if (idFields.includes(name)) return given === "" && field.nullable ? null : toId(String(given))
  if ((name === "blockedBy" || name === "ids") && Array.isArray(given))
    return given.map((id) => inList(String(id), isPatch))
  return given
}

/** In a change of a list, `+7` adds T-7, and `-7` takes it away. */
const inList = (id: string, isPatch: boolean) =>
  isPatch && /^[+-]/.test(id) ? id.slice(0, 1) + toTaskId(id.slice(1)).toUpperCase() : toTaskId(id)

/** Fields that hold the id of one task. */
const idFields: readonly string[] = ["id", "task", "parent", "discoveredFrom"]

/** How times are read: a task that is due on a day is due at its end, and `since` means the past. */
const readings: Readonly<Record<string, Pick<Moment, "endsDay" | "looksBack">>> = {
  dueAt: { endsDay: true },
  updatedSince: { looksBack: true },
}

/** The number of an event, or a time in the past. */
function toMoment(given: string, flag: string): string {
  return /^\d+$/.test(given) ? given : toTime(given, flag, { looksBack: true })
}

/** 10000-01-01: ISO 8601 writes years from there on differently. */
const lastTime = 253_402_300_800_000

async function readData(data: unknown, stdin: Stdin): Promise<Record<string, unknown>> {
  if (data === undefined) return {}
  return data === "-" ? parseObject(await stdin(), "--data") : { ...(data as Record<string, unknown>) }
}

function parseObject(text: string, source: string): Record<string, unknown> {
  try {
    return parseJsonObject(text)
  } catch (cause) {
    const why =
      cause instanceof TypeError ? "must be a JSON object" : `is not valid JSON: ${(cause as Error).message}`
    return fail("invalid_input", {
      detail: `${source} on standard input ${why}.`,
      hint: 'Send one JSON object, such as {"key": "value"}.',
      cause,
    })
  }
}

/** Fills in the project of the settings if the operation takes one. An empty `--project` means no project. */
function setProject(input: Record<string, unknown>, project: string | undefined): void {
  if (input.project === "" || (Array.isArray(input.project) && input.project.join("") === ""))
    Reflect.deleteProperty(input, "project")
  else if (input.project === undefined && project !== undefined) input.project = project
}

/** Reads standard input once, without the newline that ends it; a second `-` has nothing left to read. */
function createStdin(): Stdin {
  let isRead = false
  return async () => {
    if (isRead)
      fail("invalid_input", {
        detail: "Only one value can be read from standard input.",
        hint: "Use - for one value, and write the others out.",
      })
    isRead = true
    return (await readStdin()).replace(/\r?\n$/, "")
  }
}

function own(flags: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(flags, name) ? flags[name] : undefined
}
