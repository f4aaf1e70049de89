import type { CommandDef } from "citty"
import { createClient, type Client } from "./client.ts"
import type { OutputOf, InputOf, OperationName } from "../client/contract.ts"
import { routes, type Field } from "../client/routes.ts"
import { fail, UpnextError } from "../errors.ts"
import { common } from "./common-flags.ts"
import { chosenFields, fieldsFlag, jsonFlags } from "./chosen-fields.ts"
import { define } from "./define.ts"
import { inFlagWords, type Spelling } from "./flag-words.ts"
import { toKebab, type Flag, type Flags, type Parsed } from "./flags.ts"
import { readInput } from "./input.ts"
import { print, printJson } from "./output.ts"
import { readSettings, type Settings } from "./settings.ts"
import { forEachId, toIds } from "./several.ts"
import { quote } from "./typed.ts"
import { timeHint } from "./parse-time.ts"

export interface ClientCall<N extends OperationName> {
  readonly client: Client
  readonly input: InputOf<N>
  /** The flags that the command declares itself. */
  readonly flags: Readonly<Record<string, unknown>>
  /** The arguments that were given without a flag, in their order. */
  readonly words: readonly string[]
  /** What a command that is proposed ends with: see `print`. */
  readonly again: string
}

export interface ClientCommand<N extends OperationName, A> {
  readonly name: string
  /** Its fields become flags. */
  readonly operation: N
  /** The operation whose fields `--fields` chooses from, if it is another one. */
  readonly reads?: OperationName
  /** Default: the operation's own. */
  readonly summary?: string
  /**
   * Fields that are given without a flag. A name that ends in `?` is optional. If the first name ends in `...`, it is the
   * id of a task, and there may be several.
   */
  readonly positionals?: readonly string[]
  /** An optional field that all words without a flag make together. */
  readonly phrase?: string
  /** Flags whose name is not that of their field. */
  readonly rename?: Readonly<Record<string, string>>
  /** The field that `--agent` fills, if it is not the operation's actor. */
  readonly self?: string
  /** Fields that are not offered; also `full`, where the short answer to a write is the whole one. */
  readonly omit?: readonly string[]
  /** Boolean fields where false is useful too: `--ready`, `--no-ready`. */
  readonly either?: readonly string[]
  /** More flags, which `run` reads. */
  readonly flags?: Flags
  readonly examples: readonly (readonly [string, string])[]
  /** Default: calls the operation. */
  run?(call: ClientCall<N>): Promise<A>
  /**
   * The answer for people. A command that it proposes ends with `again`: the flags that were typed to say who acts and
   * which server is meant, such as ` --agent ann`.
   */
  print(answer: A, again: string): string
  /** What `--format id` prints. */
  id?(answer: A): string | undefined
  /** The exit status for an answer; default 0. */
  exit?(answer: A): number
}

/** A command that calls a running server. Its flags, help, checks and output formats come from the table of routes. */
export function clientCommand<N extends OperationName, A = OutputOf<N>>(
  command: ClientCommand<N, A>,
): CommandDef {
  const { name, operation, positionals = [], rename = {}, omit = [], examples, flags = {}, self } = command
  const route = routes[operation] ?? failMissing(operation)
  const { phrase } = command
  const words = phrase === undefined ? positionals.map((each) => each.replace(/\?|\.\.\./g, "")) : [phrase]
  const needed = positionals.length === 0 ? [] : words.filter((_, i) => !positionals[i]?.includes("?"))
  const isMany = positionals[0]?.endsWith("...") === true
  const left = new Set([...omit, ...needed, "session", ...[self, route.actor].flatMap((each) => each ?? [])])
  const offered = Object.entries(route.fields).filter(([field]) => !left.has(field))
  const derived = offered.map(([field, spec]): [string, Flag] => [
    rename[field] ?? toKebab(field),
    field === "fields" ? fieldsFlag : toFlag(field, spec, command.either?.includes(field)),
  ])
  const format: Flags = command.id
    ? { format: { kind: "text", description: "`id` prints only the id", choices: ["id", "text"] } }
    : {}

  const isWrite = !["GET", "DELETE"].includes(route.method)
  const spell = createSpelling(route, words, command)

  async function run(typed: Parsed): Promise<number> {
    const parsed = inOnePhrase(chosenFields(typed), phrase)
    const settings = await readSettings(parsed.flags, process.env, process.cwd())
    const minimal = parsed.flags.json === true && parsed.flags.full !== true
    const { agent: actor, isAgentAssumed: isActorAssumed } = settings
    const client = createClient({ ...settings, actor, isActorAssumed, minimal })
    const count = isMany ? parsed.positionals.length - words.length + 1 : 1
    const ids = count > 1 ? toIds(parsed.positionals.slice(0, count), parsed.flags) : []
    const said = [...ids.slice(0, 1), ...parsed.positionals.slice(ids.length > 0 ? count : 0)]
    const one = { ...parsed, positionals: said }
    const input = (await readInput({ route, words, rename, parsed: one, settings, self })) as InputOf<N>
    const ask = async (given: InputOf<N>, positional: readonly string[]) => {
      const again = repeated(parsed.flags)
      const call = { client, input: given, flags: parsed.flags, words: positional, again }
      const answer = (command.run ? await command.run(call) : await client.call(operation, given)) as A
      show(command, answer, parsed)
      return command.exit?.(answer) ?? 0
    }
    try {
      if (ids.length === 0) return await ask(input, said)
      return await forEachId(ids, parsed.flags.json === true, (id) =>
        ask("id" in route.fields ? { ...input, id } : input, [id, ...said.slice(1)]),
      )
    } catch (error) {
      throw inFlagWords(explainWithheld(error, settings), name, spell)
    }
  }

  return define({
    name,
    summary: command.summary ?? route.summary,
    positionals: words.map((field, i) => ({
      name: toKebab(rename[field] ?? field),
      optional: field === phrase || (positionals[i]?.includes("?") ?? false),
      isMany: field === phrase || (isMany && i === 0),
      choices: route.fields[field]?.choices,
    })),
    flags: { ...Object.fromEntries(derived), ...flags, ...format },
    common: {
      // A filter describes itself.
      ...(offered.some(([field]) => field === "agent") ? unacted : common),
      ...(isWrite && { data: dataFlag(Object.keys(route.fields)) }),
      ...jsonFlags({
        hasFields: "fields" in route.fields || "fields" in flags,
        isWrite: isWrite && !omit.includes("full"),
        hasText: phrase === undefined && words.some((each) => each !== "id"),
      }),
    },
    ...(offered.some(([, { kind }]) => kind === "time") && {
      about: aboutTimes("dueAt" in route.fields),
    }),
    examples,
    reads: command.reads ?? operation,
    run,
  })
}

/** If the token was withheld and the server asks for one, the error says why. */
export function explainWithheld(error: unknown, { withheld }: Settings): unknown {
  if (withheld === undefined || !(error instanceof UpnextError) || error.code !== "unauthorized") return error
  const hint = `The URL comes from ${withheld}, so your token was not sent there. If you trust it, set UPNEXT_URL or --url.`
  return new UpnextError(error.code, { detail: error.message, facts: error.facts, hint, cause: error })
}

// --- internal ---

/** With a phrase, the words are one, if there are any. */
function inOnePhrase(parsed: Parsed, phrase: string | undefined): Parsed {
  if (phrase === undefined || parsed.positionals.length === 0) return parsed
  return { ...parsed, positionals: [parsed.positionals.join(" ")] }
}

/** Without these, the next command would act under another name or reach another server. */
function repeated(flags: Parsed["flags"]): string {
  return ["agent", "session", "home", "url"]
    .map((name) => (typeof flags[name] === "string" ? ` --${name} ${quote(flags[name])}` : ""))
    .join("")
}

function createSpelling(
  route: { readonly actor?: string | undefined; readonly fields: Readonly<Record<string, Field>> },
  words: readonly string[],
  { rename = {}, self }: Pick<ClientCommand<OperationName, unknown>, "rename" | "self">,
): (field: string) => Spelling | undefined {
  return (field) => {
    const spec = route.fields[field]
    if (!spec) return undefined
    const { description } = spec
    const flag = rename[field] ?? toKebab(field)
    if (words.includes(field)) return { shown: `<${flag}>`, description }
    return { shown: `--${field === self || field === route.actor ? "agent" : flag}`, description }
  }
}

function show<N extends OperationName, A>(command: ClientCommand<N, A>, answer: A, { flags }: Parsed): void {
  if (flags.json === true) return printJson(answer)
  const text = flags.format === "id" ? command.id?.(answer) : command.print(answer, repeated(flags))
  if (text) print(text)
}

const { agent: _agent, ...unacted } = common

/** @param isSet whether the times are those of a task; otherwise --updated-since names one in the past */
const aboutTimes = (isSet: boolean) => [
  `A time is ${timeHint}, or ISO 8601. A duration counts ${isSet ? "" : "back "}from now. A time without an offset is in the time zone of this shell${isSet ? ", and the answer shows the offset" : ""}.`,
  `A day alone means its beginning${isSet ? "; for --due-at its end" : ""}. A weekday or a time of day alone means the ${isSet ? "next one, so `fri 17:00` on a Friday at 18:00 is in a week" : "last one"}.`,
  "If the clocks skip a time, it is moved on by as much as they skip. If they show a time twice, the first one counts.",
]

/** `--data` of a command that writes names the keys that the server takes. */
function dataFlag(fields: readonly string[]): Flag {
  return {
    kind: "object",
    description: `fields as a JSON object, or - for standard input; its keys: ${fields.join(", ")}`,
  }
}

/** By field: the letter that stands for its flag. */
const letters: Readonly<Record<string, string>> = { limit: "n", q: "q" }

function toFlag(field: string, { kind, description, choices }: Field, isEither = false): Flag {
  const short = letters[field]
  return {
    kind,
    description,
    isEither,
    ...(short !== undefined && { short }),
    ...(choices && { choices }),
  }
}

function failMissing(operation: string): never {
  return fail("internal", `There is no operation ${operation}.`)
}
