import type { Client } from "./client.ts"
import type { Contract, InputOf, OperationName } from "../client/contract.ts"
import type { Prove } from "../client/client-request.ts"
import { routes, type Field } from "../client/routes.ts"
import { rowOf, taskFieldNames } from "../domain/wire/task-table.ts"
import { fail } from "../errors.ts"
import { exampleOf, fieldsFlagFor, jsonFlags } from "./chosen-fields.ts"
import { common } from "./common-flags.ts"
import { briefs, letters, readings } from "./field-words.ts"
import { toKebab } from "./find-flag.ts"
import type { Flag, Flags, Positional } from "./flag.ts"
import type { NoResult } from "./output.ts"
import { namesAgent } from "./own-name.ts"
import type { Settings } from "./settings.ts"

export interface ClientCall<N extends OperationName> {
  readonly client: Client
  readonly input: InputOf<N>
  /** The flags that the command declares itself. */
  readonly flags: Readonly<Record<string, unknown>>
  /** The arguments that were given without a flag, in their order. */
  readonly words: readonly string[]
  /** The only task that was named, if it takes tasks. */
  readonly isAlone: boolean
  /** What a command that is proposed ends with: see `print`. */
  readonly again: string
}

/** What is known before a request is made. */
interface Before {
  readonly settings: Settings
  /** The words after `--`. */
  readonly rest: readonly string[]
}

/** How the fields of an operation are given on the command line. */
export interface FieldCommand<N extends keyof Contract> {
  /** Its fields become flags. */
  readonly operation: N
  /**
   * Fields that are given without a flag. A name that ends in `?` is optional; one that ends in `+` is a text, to which all
   * words that are left belong. If the first name ends in `...`, it is the id of a task, and there may be several.
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
}

export interface ClientCommand<N extends OperationName, A> extends FieldCommand<N> {
  readonly name: string
  /** The operation whose fields `--fields` chooses from, if it is another one. */
  readonly reads?: OperationName
  /** Default: the operation's own. */
  readonly summary?: string
  /** What the help calls the words after `--`, which go to another program; `fill` gets them. */
  readonly rest?: string
  readonly examples: readonly (readonly [string, string])[]
  /** Lines of the help about what the flags do not explain. */
  readonly about?: readonly string[]
  /** Finds what shows that the caller holds the home, where a request is refused without it. */
  findProof?(settings: Settings, flags: Readonly<Record<string, unknown>>): Promise<Prove | undefined>
  /** Finds what was not typed, before it is missing: the request is made of what this gives. A number ends the command. */
  fill?(
    call: Omit<ClientCall<N>, "input" | "isAlone"> & Before,
  ): Promise<Readonly<Record<string, unknown>> | number>
  /** Its text has several lines, so an empty one stands between those of several tasks. */
  readonly isLong?: true
  /** Default: calls the operation. */
  run?(call: ClientCall<N>): Promise<A>
  /**
   * Does it for several ids in fewer requests than one for each. Resolves with what gives the answer for each id, in their
   * order. Undefined where they have to be done one after the other, as is the default.
   */
  runSeveral?(call: ClientCall<N>, ids: readonly string[]): Promise<(id: string) => Promise<A>> | undefined
  /**
   * The answer for people. A command that it proposes ends with `again`: the flags that were typed to say who acts and
   * which server is meant, such as ` --agent ann`. Where there is no result, a notice says so.
   * @param flags as they were typed
   */
  print(answer: A, again: string, flags: Readonly<Record<string, unknown>>): string | NoResult
  /** What `--format id` prints. */
  id?(answer: A): string | undefined
  /** Of a command that prints rows: the fields that `--format tsv` prints, in this order. `--format id` prints the first. */
  readonly columns?: readonly string[]
  /** What `--format path` prints. */
  path?(answer: A): string | undefined
  /** The exit status for an answer; default 0. */
  exit?(answer: A): number
}

/** What a command takes, worked out from the fields of its operation. */
export interface CommandShape {
  readonly route: OperationRoute
  /** The fields that are given without a flag. */
  readonly words: readonly string[]
  /** The first word is the id of a task, and there may be several. */
  readonly isMany: boolean
  /** The last word may be left out. */
  readonly isOpenEnded: boolean
  /** The fields that become flags. */
  readonly offered: readonly (readonly [name: string, field: Field])[]
  readonly isWrite: boolean
  /** `--agent` is a field of the request, and not who acts. */
  readonly isAgentField: boolean
}

export type OperationRoute = NonNullable<(typeof routes)[OperationName]>

export function shapeOf<N extends keyof Contract>(command: FieldCommand<N>): CommandShape {
  const { operation, positionals = [], phrase, omit = [], rename = {}, self } = command
  const route = routes[operation] ?? failMissing(operation)
  const words = phrase === undefined ? positionals.map((each) => each.replace(/\?|\.\.\.|\+/g, "")) : [phrase]
  const needed = positionals.length === 0 ? [] : words.filter((_, i) => !positionals[i]?.includes("?"))
  const left = new Set([
    ...omit,
    ...needed,
    "session",
    "heard",
    ...[self, route.actor].flatMap((each) => each ?? []),
  ])
  const offered = Object.entries(route.fields).filter(([field]) => !left.has(field))
  return {
    route,
    words,
    isMany: positionals[0]?.endsWith("...") === true,
    isOpenEnded: positionals[0]?.endsWith("...") === true && positionals.at(-1)?.endsWith("?") === true,
    offered,
    isAgentField: offered.some(([field]) => (rename[field] ?? field) === "agent"),
    isWrite: !["GET", "DELETE"].includes(route.method),
  }
}

export function positionalsOf<N extends OperationName, A>(
  { positionals = [], rename = {}, phrase }: ClientCommand<N, A>,
  { route, words, isMany }: CommandShape,
): Positional[] {
  return words.map((field, i) => ({
    name: toKebab(rename[field] ?? field),
    optional: field === phrase || (positionals[i]?.includes("?") ?? false),
    isMany: field === phrase || (isMany && i === 0) || (positionals[i]?.includes("+") ?? false),
    isText: field === "title" || (positionals[i]?.includes("+") ?? false),
    choices: route.fields[field]?.choices,
  }))
}

export function flagsOf<N extends keyof Contract>(
  {
    rename = {},
    either,
    flags,
    id,
    columns,
    path,
  }: FieldCommand<N> & Partial<Record<"id" | "path", unknown>> & { readonly columns?: readonly string[] },
  { offered, route }: CommandShape,
): Flags {
  const derived = offered.map(([field, spec]): [string, Flag] => [
    rename[field] ?? toKebab(field),
    field === "fields" ? fieldsFlagFor(spec) : toFlag(field, spec, route, either?.includes(field)),
  ])
  return {
    ...Object.fromEntries(derived),
    ...flags,
    ...(columns && {
      format: {
        kind: "text",
        description: `\`id\` prints only the ids; \`tsv\` prints the --fields with tabs between them, default ${columns.join(",")}`,
        brief: "`id` prints ids; `tsv` prints --fields with tabs",
        choices: ["id", "tsv", "text"],
      },
    }),
    ...(id !== undefined && {
      format: path
        ? {
            kind: "text",
            description: "`id` prints only the id; `path` prints only the path of the task's tree",
            choices: ["id", "path", "text"],
          }
        : { kind: "text", description: "`id` prints only the id", choices: ["id", "text"] },
    }),
  }
}

export function commonOf<N extends OperationName, A>(
  { omit = [], flags = {}, phrase }: ClientCommand<N, A>,
  { route, words, offered, isWrite }: CommandShape,
): Flags {
  const fields = route.fields["fields"] ?? flags["fields"] ?? (route.givesTask && fieldsFlagFor())
  return {
    ...Object.fromEntries(Object.entries(common).filter(([name]) => !isFilter(name, offered))),
    ...(isWrite && { data: dataFlag(Object.keys(route.fields)) }),
    ...jsonFlags({
      example: fields && exampleOf(fields),
      isWrite: isWrite && !omit.includes("full"),
      hasText: phrase === undefined && words.some((each) => each !== "id"),
    }),
  }
}

// --- internal ---

/** A filter of the operation describes itself, in place of a common flag of this name. */
function isFilter(name: string, offered: CommandShape["offered"]): boolean {
  return offered.some(([field, { kind }]) => field === name && (field === "agent" || kind === "list"))
}

/** `--data` of a command that writes names the keys that the server takes. */
function dataFlag(fields: readonly string[]): Flag {
  const keys = fields.length === 0 ? "it takes none" : `possible keys: ${fields.join(", ")}`
  return { kind: "object", description: `fields as a JSON object, or - for standard input; ${keys}` }
}

/** Fields of writes whose flag takes several values with commas. */
const splitFields: readonly string[] = taskFieldNames.filter((field) => {
  const { of, most } = rowOf(field)
  return most !== undefined && ["tag", "task", "skill", "agent"].includes(of)
})

function toFlag(field: string, spec: Field, { method }: OperationRoute, isEither = false): Flag {
  const { kind, choices } = spec
  const description = readings[field]?.(spec.description) ?? spec.description
  const [short, brief] = [letters[field], briefs[field]]
  return {
    kind,
    description: namesAgent(field) ? `${description}; \`me\` is you` : description,
    isEither,
    // What a filter names, and ids, hold no comma by custom. Other texts may: a criterion is a sentence.
    ...(kind === "list" && (method === "GET" || splitFields.includes(field)) && { splits: true }),
    ...(short !== undefined && { short }),
    ...(brief !== undefined && { brief }),
    ...(choices && { choices }),
  }
}

function failMissing(operation: string): never {
  return fail("internal", `There is no operation ${operation}.`)
}
