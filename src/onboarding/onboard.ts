import { basename } from "node:path"
import { fail } from "../errors.ts"
import { removeEmpty, write } from "./apply.ts"
import { asideOf } from "./aside.ts"
import { clientNames, clients, type ClientName } from "./clients.ts"
import type { SetupStep } from "./draft.ts"
import { findClients, type FoundClient } from "./found.ts"
import { handlingOf } from "./forms/handling.ts"
import type { Piece } from "./piece.ts"
import { piecesFor, type Wish } from "./pieces.ts"
import { plan, type Plan } from "./plan.ts"
import { isKept, readRecord, writeRecord } from "./record-file.ts"
import { emptyRecord, recordPath, type AgentsRecord } from "./record.ts"
import { findRoot, readPlace, type Place } from "./repository.ts"
import { dependsOnUpnext, importsAgents, projectIn, sameFiles } from "./repository-facts.ts"

export interface OnboardOptions {
  readonly cwd: string
  /** The directories of programs, as in PATH. */
  readonly path: string
  /** Where the user's own files are: that is no repository. */
  readonly home: string
  /** undefined: those found, and those that were set up before. */
  readonly names: readonly ClientName[] | undefined
  /** Also write hooks; with `removes`: take back only these. */
  readonly hooks: boolean
  readonly removes: boolean
  readonly force: readonly string[]
  readonly project: string | undefined
  /** Only where it is not the default one. */
  readonly url: string | undefined
}

export interface Onboarding {
  readonly root: string
  /** The server that its `.upnext.json` names. */
  readonly url: string | undefined
  readonly clients: readonly FoundClient[]
  readonly steps: readonly SetupStep[]
  /** The files that change, below the root. */
  readonly changes: readonly string[]
  /** Writes them. */
  apply(): Promise<void>
}

/** Looks at a repository and plans what is written there. Changes nothing before `apply`. */
export async function prepareOnboarding(options: OnboardOptions): Promise<Onboarding> {
  const survey = await look(options)
  const { root, record, found, places } = survey
  const planned = await draft(options, survey)
  const { writes, url } = planned
  const next = nextRecord(survey, planned)
  const keepsRecord =
    next === undefined ? options.removes && hasRecord(survey) : !isKept(survey.recordPlace, next)
  const keepRecord = async (): Promise<void> => {
    if (!keepsRecord) return
    if (next === undefined) await write(root, recordPath, survey.recordPlace, undefined)
    else await writeRecord(root, survey.recordPlace, next)
  }
  return {
    root,
    url,
    clients: found,
    steps: [...planned.steps, ...planned.kept],
    changes: [...writes.keys(), ...(keepsRecord ? [recordPath] : [])],
    async apply() {
      // The record comes first and goes last: what is written is never without it.
      if (!options.removes) await keepRecord()
      for (const [path, { text, from = path }] of options.removes ? [...writes].toReversed() : writes) {
        const place = places.get(path)
        if (place) await write(root, path, place, text, from === path ? undefined : places.get(from))
      }
      if (!options.removes) return
      await keepRecord()
      await removeEmpty(root, record.directories)
    },
  }
}

// --- internal ---

/** What was found in a repository before anything is planned. */
interface Survey {
  readonly root: string
  /** The files that were looked at, by path. */
  readonly places: ReadonlyMap<string, Place>
  /** Looks at one more file, once. */
  see(path: string): Promise<Place>
  readonly recordPlace: Place
  readonly record: AgentsRecord
  readonly found: readonly FoundClient[]
  /** The files that are overwritten whatever they hold. */
  readonly force: ReadonlySet<string>
}

async function look(options: OnboardOptions): Promise<Survey> {
  const root = await findRoot(options.cwd)
  if (root === options.home)
    fail("invalid_input", {
      detail: `${root} is your home directory, so nothing is written there.`,
      hint: "Change to the directory of a project first.",
    })
  const places = new Map<string, Place>()
  const see = async (path: string): Promise<Place> => {
    const place = places.get(path) ?? (await readPlace(root, path))
    places.set(path, place)
    return place
  }
  const force = new Set(options.force.map((path) => path.replaceAll("\\", "/").replace(/^\.\//, "")))
  const recordPlace = await see(recordPath)
  const record = await requireRecord(root, recordPlace, force.has(recordPath))
  // These first: what is moved aside is written before its place is, and deleted after that.
  for (const path of [...force, ...movedFiles(record)]) await see(asideOf(path))
  return { root, places, see, recordPlace, record, found: await chooseClients(root, options, record), force }
}

/** The plan, and what looks like ours and stays. */
type Draft = Plan & { readonly kept: readonly SetupStep[]; readonly url: string | undefined }

async function draft(options: OnboardOptions, survey: Survey): Promise<Draft> {
  const { removes, hooks } = options
  const { root, places, see, record, found, force } = survey
  const names = found.map(({ name }) => name)
  const stays = removes ? record.clients.filter((name) => hooks || !names.includes(name)) : names
  const wish = await wishOf(see, { options, record, root, names: stays })
  const all = piecesFor(wish)
  const others = removes ? piecesFor({ ...wish, clients: clientNames, hooks: true, needsImport: true }) : []
  const paths = [...all, ...others, ...record.pieces].map(({ path }) => path)
  for (const path of [...paths, ...movedFiles(record)]) await see(path)
  const { wanted, refused } = sameFiles(all, places)
  const files = new Map([...places].map(([path, { seen }]) => [path, refused.get(path) ?? seen]))
  const planned = plan({ wanted, removes, record, files, force, clients: stays, hooks: wish.hooks })
  return { ...planned, url: wish.url, kept: removes ? strangers(others, planned, places) : [] }
}

/** The record after this, with the directories that are made for it; undefined where nothing of ours is left. */
function nextRecord({ record, places }: Survey, planned: Plan): AgentsRecord | undefined {
  if (planned.record.pieces.length === 0) return undefined
  const made = [...planned.writes].flatMap(([path, { text }]) => (text === undefined ? [] : [path]))
  const missing = [...made, recordPath].flatMap((path) => places.get(path)?.missing ?? [])
  return { ...planned.record, directories: [...new Set([...record.directories, ...missing])] }
}

const hasRecord = ({ recordPlace }: Survey): boolean => recordPlace.seen.state === "text"

function movedFiles({ files }: AgentsRecord): string[] {
  return Object.entries(files).flatMap(([path, { moved }]) => (moved === undefined ? [] : [path]))
}

async function requireRecord(root: string, place: Place, isForced: boolean): Promise<AgentsRecord> {
  const record = await readRecord(root, place)
  if (record) return record
  const { seen } = place
  if (isForced && seen.state === "text") return emptyRecord
  return fail("invalid_input", {
    detail: `${recordPath} cannot be read: ${seen.state === "refused" ? seen.why : "it is not a record that upnext wrote"}.`,
    hint: `Restore the record, or start a new one with --force ${recordPath}.`,
  })
}

async function chooseClients(
  root: string,
  options: OnboardOptions,
  record: AgentsRecord,
): Promise<FoundClient[]> {
  const before = record.clients.map((name) => ({ name, why: "it is set up already" }))
  const named = (options.names ?? []).map((name) => ({ name, why: "you named it" }))
  if (options.removes) return options.names ? named : before
  const found = options.names ? named : await findClients(root, options.path)
  const all = clientNames.flatMap((name) => [...before, ...found].find((each) => each.name === name) ?? [])
  if (all.length > 0) return all
  return fail("invalid_input", {
    detail: "No coding agent was found: this repository has no agent files, and no agent is on your PATH.",
    hint: `Name the agents: upnext init --agents=${clientNames.slice(0, 2).join(",")}. The names are ${clientNames.join(", ")}.`,
  })
}

interface Wishing {
  readonly options: OnboardOptions
  readonly record: AgentsRecord
  readonly root: string
  readonly names: readonly ClientName[]
}

/** Files of which a client reads one or the other. */
const filesOfChoice = Object.values(clients).flatMap(({ mcp }) =>
  mcp.flatMap(({ path, or }) => (or === undefined ? [] : [path, or])),
)

async function wishOf(
  see: (path: string) => Promise<Place>,
  { options, record, root, names }: Wishing,
): Promise<Wish> {
  const there = new Set<string>()
  for (const path of filesOfChoice) if ((await see(path)).seen.state !== "missing") there.add(path)
  const before = projectIn(await see(".upnext.json"))
  const [claude, agents] = [await see("CLAUDE.md"), await see("AGENTS.md")]
  const isWritten = record.pieces.some(({ path }) => path === "CLAUDE.md")
  return {
    clients: names,
    hooks: options.removes ? record.hooks && !options.hooks : record.hooks || options.hooks,
    project: options.project ?? before.project ?? basename(root),
    url: options.url ?? before.url,
    needsImport:
      isWritten ||
      (claude.seen.state === "text" && claude.real !== agents.real && !importsAgents(claude.seen.text)),
    isDependency: dependsOnUpnext(await see("package.json")),
    isThere: (path) => there.has(path),
  }
}

/** What looks like ours but is not recorded: it is named, and stays. */
function strangers(
  others: readonly Piece[],
  { record, steps }: Plan,
  places: ReadonlyMap<string, Place>,
): SetupStep[] {
  const named = new Set([...record.pieces, ...steps].map(({ path }) => path))
  return others.flatMap(({ path, form }) => {
    const seen = places.get(path)?.seen
    if (named.has(path) || seen?.state !== "text" || path === ".upnext.json") return []
    const isThere = handlingOf(form).look(seen.text, form).state === "found"
    const at = "at" in form ? { at: form.at.join(".") } : {}
    return isThere
      ? [{ path, ...at, what: "keep" as const, why: "it is not recorded as written by upnext" }]
      : []
  })
}
