import type { CommandDef } from "citty"
import { createClient } from "./client.ts"
import type { OutputOf, InputOf, OperationName } from "../client/contract.ts"
import { UpnextError } from "../errors.ts"
import { chosenFields, fieldsFlagFor, fieldsOfTask, onlyOfTask } from "./chosen-fields.ts"
import {
  commonOf,
  flagsOf,
  positionalsOf,
  shapeOf,
  type ClientCall,
  type ClientCommand,
  type OperationRoute,
  type CommandShape,
} from "./command-shape.ts"
import type { Invocation } from "./command.ts"
import { define } from "./define.ts"
import { explainSettings } from "./explain-settings.ts"
import { inFlagWords, type Spelling } from "./flag-words.ts"
import { toKebab } from "./find-flag.ts"
import type { Parsed } from "./flags.ts"
import { readInput } from "./input.ts"
import { line, note, print, printJson, style, tell, type NoResult } from "./output.ts"
import { pageEnd } from "./page-end.ts"
import { notePlainHttp } from "./plain-http.ts"
import { noteOtherPort } from "./port-note.ts"
import { isForProgram, pageOf, rowsIn, rowsText } from "./rows.ts"
import { sayWords } from "./say-words.ts"
import { explainPause } from "./shown/pause.ts"
import { readSettings } from "./settings.ts"
import { forEachId, toIds, withIdsOfInput } from "./several.ts"
import { isTaskId, quote } from "./typed.ts"
import { settingsDirectory } from "./working-directory.ts"

/** A command that calls a running server. Its flags, help, checks and output formats come from the table of routes. */
export function clientCommand<N extends OperationName, A = OutputOf<N>>(
  command: ClientCommand<N, A>,
): CommandDef {
  const shape = shapeOf(command)
  const { route } = shape
  return define({
    name: command.name,
    summary: command.summary ?? route.summary,
    positionals: positionalsOf(command, shape),
    flags: flagsOf(command, shape),
    common: commonOf(command, shape),
    ...(command.rest !== undefined && { rest: command.rest }),
    ...(command.about && { about: command.about }),
    examples: command.examples,
    reads: command.reads ?? command.operation,
    run: (typed) => run(command, shape, typed),
  })
}

/** What an answer says beside what was asked. */
export function remark(answer: unknown): void {
  const { notes = [] } = (answer ?? {}) as { notes?: readonly string[] }
  for (const each of notes) note(`${style.yellow("note")}  ${line(each)}`)
}

// --- internal ---

/** Calls the operation as the words and flags say, once for each id. Resolves to the exit status. */
async function run<N extends OperationName, A>(
  command: ClientCommand<N, A>,
  shape: CommandShape,
  typed: Invocation,
): Promise<number> {
  const { name, operation, phrase, rename = {}, self } = command
  const { route, words, isMany, isAgentField } = shape
  const given = inOnePhrase(chosenFields(typed), phrase)
  const parsed = isMany ? await withIdsOfInput(given) : given
  const { flags } = parsed
  const isJson = flags.json === true
  const own = isAgentField ? { ...flags, agent: undefined } : flags
  const settings = await readSettings(own, process.env, settingsDirectory())
  notePlainHttp(settings, process.env)
  noteOtherPort(settings, process.env)
  const { agent: actor, isAgentAssumed: isActorAssumed } = settings
  const fields = fieldsOfTask(flags, route)
  const minimal = isJson && flags.full !== true && fields === undefined
  const findProof = () => Promise.resolve(command.findProof?.(settings, flags))
  const ways = { minimal, findProof, hear: sayWords, joinsWrites: true }
  const client = createClient({ ...settings, actor, isActorAssumed, ...ways })
  const count = isMany ? countIds(parsed.positionals, shape) : 1
  const ids = count > 1 ? toIds(parsed.positionals.slice(0, count), flags) : []
  const said = inWords([...ids.slice(0, 1), ...parsed.positionals.slice(ids.length > 0 ? count : 0)], shape)
  const again = repeated(flags)
  const filled =
    (await command.fill?.({ client, settings, flags, words: said, rest: typed.rest, again })) ?? {}
  if (typeof filled === "number") return filled
  const one = { ...parsed, positionals: said, flags: { ...flags, ...filled } }
  const input = (await readInput({ route, words, rename, parsed: one, settings, self })) as InputOf<N>
  const call = { client, input, flags, words: said, again, isAlone: ids.length === 0 }
  let hasTold = false
  const told = (answer: A) => {
    if (hasTold && command.isLong && !isJson && flags.format === undefined) print("")
    hasTold = true
    show(command, fields === undefined ? answer : onlyOfTask(answer, fields), { flags, input })
    if (!isJson) remark(answer)
    return command.exit?.(answer) ?? 0
  }
  const inTypedWords = (error: unknown): never => {
    throw inFlagWords(
      explainPause(explainSettings(error, settings)),
      name,
      createSpelling(route, words, command, typed.flags),
    )
  }
  const ask = async (given: InputOf<N>, positional: readonly string[]) => {
    const one = { ...call, input: given, words: positional }
    try {
      const answerTo = (call: ClientCall<N>) =>
        (command.run ? command.run(call) : client.call(operation, call.input)) as Promise<A>
      const answer = await answerTo(one)
      const status = told(answer)
      if (!isJson && isForProgram(flags)) await tellRest(pageOf(answer), one, answerTo, told)
      return status
    } catch (error) {
      throw error instanceof TypeError ? unreadable(settings.url, error) : error
    }
  }
  try {
    // The names are checked before anything changes, by an operation that knows them.
    if (fields !== undefined) await client.task.list({ limit: 1, fields })
    if (ids.length === 0) return await ask(input, said)
    const answerFor = await command.runSeveral?.(call, ids)
    return await forEachId(ids, isJson, (id) =>
      (answerFor
        ? answerFor(id).then(told)
        : ask("id" in route.fields ? { ...input, id } : input, [id, ...said.slice(1)])
      ).catch(inTypedWords),
    )
  } catch (error) {
    return inTypedWords(error)
  }
}

/** An answer without what each answer of this kind has. */
function unreadable(url: string, cause: TypeError): UpnextError {
  const detail = `This version of Upnext cannot read the response from ${url}: ${cause.message}.`
  return new UpnextError("not_upnext", { detail, cause })
}

/** With a phrase, the words are one, if there are any. */
function inOnePhrase(parsed: Parsed, phrase: string | undefined): Parsed {
  if (phrase === undefined || parsed.positionals.length === 0) return parsed
  return { ...parsed, positionals: [parsed.positionals.join(" ")] }
}

/** How many ids lead the words: all but what follows them or, where that may be left out, all that are ids. */
function countIds(positionals: readonly string[], { words, isOpenEnded }: CommandShape): number {
  if (!isOpenEnded) return positionals.length - words.length + 1
  const others = positionals.findIndex((word) => !isTaskId(word))
  return Math.max(1, others < 0 ? positionals.length : others)
}

/** Where the last word may be left out, all that is left over belongs to it: it is a sentence. */
function inWords(said: readonly string[], { words, isOpenEnded }: CommandShape): readonly string[] {
  if (!isOpenEnded || said.length <= words.length) return said
  const first = words.length - 1
  return [...said.slice(0, first), said.slice(first).join(" ")]
}

/** Without these, the next command would act under another name or reach another server. */
export function repeated(flags: Parsed["flags"]): string {
  return ["agent", "session", "home", "url"]
    .map((name) => (typeof flags[name] === "string" ? ` --${name} ${quote(flags[name])}` : ""))
    .join("")
}

function createSpelling(
  route: OperationRoute,
  words: readonly string[],
  { rename = {}, self }: Pick<ClientCommand<OperationName, unknown>, "rename" | "self">,
  { json, data }: Parsed["flags"],
): (field: string) => Spelling | undefined {
  return (field) => {
    const spec = route.fields[field]
    if (field === "fields")
      return { shown: typeof json === "string" ? "--json" : "--fields", ...fieldsFlagFor(spec) }
    if (!spec)
      return data === undefined
        ? undefined
        : { shown: "--data", description: `the fields are ${Object.keys(route.fields).join(", ")}` }
    const { description } = spec
    const flag = rename[field] ?? toKebab(field)
    if (words.includes(field)) return { shown: `<${flag}>`, description }
    return { shown: `--${field === self || field === route.actor ? "agent" : flag}`, description }
  }
}

function show<N extends OperationName, A>(
  command: ClientCommand<N, A>,
  answer: A,
  { flags, input }: Pick<ClientCall<N>, "flags" | "input">,
): void {
  if (flags.json === true) printJson(answer)
  else tell(textOf(command, answer, flags) ?? "")
  const page = pageOf(answer)
  const hasAll = flags.json !== true && isForProgram(flags)
  if (page && page.next !== null && !hasAll && (flags.json !== true || !isPaged(input)))
    note(pageEnd({ ...page, next: page.next }, isPaged(input)))
}

/** Whether somebody goes through a list page by page. */
function isPaged(input: unknown): boolean {
  const { limit, cursor } = (input ?? {}) as { readonly limit?: number; readonly cursor?: string }
  return limit !== undefined || cursor !== undefined
}

/** A program gets the rows of all pages, unless it asks for one page. */
async function tellRest<N extends OperationName, A>(
  first: ReturnType<typeof pageOf>,
  call: ClientCall<N>,
  answerTo: (call: ClientCall<N>) => Promise<A>,
  tell: (answer: A) => unknown,
): Promise<void> {
  if (isPaged(call.input)) return
  for (let page = first; typeof page?.next === "string";) {
    const answer = await answerTo({ ...call, input: { ...call.input, cursor: page.next } })
    tell(answer)
    page = pageOf(answer)
  }
}

function textOf<N extends OperationName, A>(
  command: ClientCommand<N, A>,
  answer: A,
  flags: Parsed["flags"],
): string | NoResult | undefined {
  const { columns } = command
  if (columns && isForProgram(flags)) return rowsText(rowsIn(answer), columns, flags)
  if (flags.format === "id") return command.id?.(answer)
  if (flags.format === "path") return command.path?.(answer)
  return command.print(answer, repeated(flags), flags)
}
