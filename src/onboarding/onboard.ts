import { basename } from "node:path"
import { fail } from "../errors.ts"
import { removeEmpty, write } from "./apply.ts"
import { asideOf } from "./aside.ts"
import { clientNames, type ClientName } from "./clients.ts"
import type { SetupStep } from "./draft.ts"
import { findClients, type FoundClient } from "./found.ts"
import { handlingOf } from "./forms/handling.ts"
import type { Piece } from "./piece.ts"
import { piecesFor, type Wish } from "./pieces.ts"
import { plan, type Plan } from "./plan.ts"
import { isKept, readRecord, writeRecord } from "./record-file.ts"
import { emptyRecord, recordPath, type AgentsRecord } from "./record.ts"
import { findRoot, readPlace, type Place } from "./repository.ts"
import { dependsOnUpnext, importsAgents, projectIn, sameFiles } from "./surroundings.ts"

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
  readonly clients: readonly FoundClient[]
  readonly steps: readonly SetupStep[]
  /** The files that change, below the root. */
  readonly changes: readonly string[]
  /** Writes them. */
  apply(): Promise<void>
}

/** Looks at a repository and plans what is written there. Changes nothing before `apply`. */
export async function prepareOnboarding(options: OnboardOptions): Promise<Onboarding> {
  const { removes, hooks } = options
  const root = await findRoot(options.cwd)
  if (root === options.home)
    fail("invalid_input", {
      detail: `${root} is your home directory, and nothing is written there.`,
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
  const found = await chooseClients(root, options, record)
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
  const kept = removes ? strangers(others, planned, places) : []
  const { writes } = planned
  const made = [...writes].flatMap(([path, { text }]) => (text === undefined ? [] : [path]))
  const missing = [...made, recordPath].flatMap((path) => places.get(path)?.missing ?? [])
  const directories = [...new Set([...record.directories, ...missing])]
  const next = planned.record.pieces.length > 0 ? { ...planned.record, directories } : undefined
  const isRecordGone = next === undefined && removes && recordPlace.seen.state === "text"
  const isRecordNew = next !== undefined && !isKept(recordPlace, next)
  const keepRecord = async (): Promise<void> => {
    if (isRecordGone) await write(root, recordPath, recordPlace, undefined)
    else if (isRecordNew) await writeRecord(root, recordPlace, next)
  }
  return {
    root,
    clients: found,
    steps: [...planned.steps, ...kept],
    changes: [...writes.keys(), ...(isRecordGone || isRecordNew ? [recordPath] : [])],
    async apply() {
      // The record comes first and goes last: what is written is never without it.
      if (!removes) await keepRecord()
      for (const [path, { text, from = path }] of removes ? [...writes].toReversed() : writes) {
        const place = places.get(path)
        if (place) await write(root, path, place, text, from === path ? undefined : places.get(from))
      }
      if (!removes) return
      await keepRecord()
      await removeEmpty(root, record.directories)
    },
  }
}

// --- internal ---

function movedFiles({ files }: AgentsRecord): string[] {
  return Object.entries(files).flatMap(([path, { moved }]) => (moved === undefined ? [] : [path]))
}

async function requireRecord(root: string, place: Place, isForced: boolean): Promise<AgentsRecord> {
  const record = await readRecord(root, place)
  if (record) return record
  const { seen } = place
  if (isForced && seen.state === "text") return emptyRecord
  return fail("invalid_input", {
    detail: `${recordPath} cannot be read: ${seen.state === "refused" ? seen.why : "it is not a record of upnext"}.`,
    hint: `Restore it, or start a new one with --force ${recordPath}.`,
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
    detail: "No coding agent was found: this repository has no files of one, and none is on your path.",
    hint: `Name them: upnext init --agents=${clientNames.slice(0, 2).join(",")}, of ${clientNames.join(", ")}.`,
  })
}

interface Wishing {
  readonly options: OnboardOptions
  readonly record: AgentsRecord
  readonly root: string
  readonly names: readonly ClientName[]
}

async function wishOf(
  see: (path: string) => Promise<Place>,
  { options, record, root, names }: Wishing,
): Promise<Wish> {
  const there = new Set<string>()
  for (const path of ["opencode.json", "opencode.jsonc"])
    if ((await see(path)).seen.state !== "missing") there.add(path)
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
