import type { PlanLine } from "../../domain/wire/plan/lines.ts"
import { boxIn, linesApart } from "../../domain/wire/plan/marks.ts"
import { parseJson } from "../bytes/json.ts"
import { objectOf, stringsOf } from "../kinds/values.ts"

/** A task or a phase that waits for another one, by their places among all. */
export interface SaidEdge {
  readonly from: number
  readonly to: number
}

/** The names of tasks (their ids), and of phases and user stories (`Phase_3`, `US_2`). */
export interface KnownNames {
  readonly places: ReadonlyMap<string, number>
  /** The names by their places among all. */
  readonly namesAt: ReadonlyMap<number, readonly string[]>
}

/**
 * The tasks that a task waits for by its own words: `(depends on T012)` in its title; `_Depends: 1.1, 1.2_`, `depends: T-6` or
 * `**Dependencies**: T001-T003` on a line below it.
 */
export function edgesOfTask(title: string, description: string, known: KnownNames): number[] {
  return [
    ...[...withoutCode(title).matchAll(inTitle)].flatMap(([, list = ""]) =>
      idsIn(list, known).filter((id) => !/^\d+$/.test(id) || /tasks?\s/i.test(list)),
    ),
    ...[...description.matchAll(belowTitle)].flatMap(([, list = ""]) => idsIn(withoutCode(list), known)),
  ].flatMap((id) => known.places.get(id) ?? [])
}

/**
 * The edges in the prose around the tasks: `T018 depends on T015-T017`, `T001-T004 before T010`, `T003 blocks T007`,
 * `T001 → T002`, and of phases and stories `US2 (Phase 4): Depends on US1`.
 */
export function edgesOfProse(lines: readonly PlanLine[], known: KnownNames): SaidEdge[] {
  const edges: SaidEdge[] = []
  const placesOf = (names: readonly string[], others: readonly string[]) => {
    // In `Tests (T020-T027) → code (T023-T029)` nobody can tell which of both a task in both is.
    const both = new Set(others)
    return names.flatMap((name) => (both.has(name) ? [] : (known.places.get(name) ?? [])))
  }
  const add = (waiting: readonly string[], first: readonly string[]) => {
    const after = placesOf(first, waiting)
    for (const from of placesOf(waiting, first))
      for (const to of after) if (edges.length < mostEdges) edges.push({ from, to })
  }
  const { hidden, code } = linesApart(lines)
  for (const at of lines) {
    if (edges.length >= mostEdges) break
    if (hidden.has(at) || code.has(at) || at.text.length > longest || boxIn(at) || notSaid.test(at.text))
      continue
    for (const sentence of withoutCode(at.text).split(/\.\s|[;；。]/)) readSentence(sentence, known, add)
  }
  return edges
}

/** A wave of a plan of Kiro: its tasks can be done side by side. */
export interface Wave {
  /** The ids of its tasks. */
  readonly tasks: readonly string[]
  /** The places of the waves that come before it. */
  readonly after: readonly number[]
  /** How many others it names, which are not above it. */
  readonly unknown: number
}

/** The waves of a plan of Kiro, and the line of their JSON; undefined where it has none. */
export function wavesIn(
  text: string,
): { readonly line: number; readonly waves: readonly Wave[] } | undefined {
  for (const { index, 1: json = "" } of text.matchAll(/^```json[ \t]*\r?\n([^]*?)^```/gm)) {
    const read = parseJson(new TextEncoder().encode(json))
    const list = "value" in read ? objectOf(read.value)?.["waves"] : undefined
    if (!Array.isArray(list)) continue
    const waves = list.map((wave: unknown, i): Wave => {
      const { tasks = wave, dependsOn } = objectOf(wave) ?? {}
      return { tasks: stringsOf(tasks), ...placesBefore(dependsOn, i, list) }
    })
    if (waves.some(({ tasks }) => tasks.length > 0))
      return { line: text.slice(0, index).split("\n").length, waves }
  }
  return undefined
}

// --- internal ---

/** A wave may name those before it by their numbers; else it follows its neighbour. */
function placesBefore(dependsOn: unknown, place: number, waves: readonly unknown[]): Omit<Wave, "tasks"> {
  if (!Array.isArray(dependsOn)) return { after: place === 0 ? [] : [place - 1], unknown: 0 }
  const named = new Set(stringsOf(dependsOn))
  const after = waves.slice(0, place).flatMap((wave, i) => {
    const { id, wave: number } = objectOf(wave) ?? {}
    return named.has(String(id ?? number)) ? [i] : []
  })
  return { after, unknown: named.size - after.length }
}

const mostEdges = 20_000
const longest = 1_000

const depends = String.raw`depends?(?: on)?|depend(?:e|en|em) d[ea]|requires?|blocked by`
const after = String.raw`after|nach|despu[ée]s de|depois de`
const before = String.raw`blocks?|bloque(?:a|an|ia|iam)|before|vor|antes de`
const inTitle = new RegExp(String.raw`\b(?:${depends}|deps|${after})[:\s]([^)\].;]*)`, "gi")
const belowTitle =
  /^[-*+ \t_]*(?:depend(?:s|s on|encies|e de)|deps|blocked by|의존성|依存|依赖)(?:\*\*)?[ \t]*[:：](.*)$/gimu
const verb = new RegExp(
  String.raw`→|⟶|-+>|=+>|(?<=[\s*:])(?:(?<depends>${depends})|(?<after>${after})|(?<before>${before}))(?=\s)`,
  "gi",
)
/** `Developer A: T001 → T011` says who works on them, not that one waits. A row of a table is no sentence. */
const notSaid = /^\||(?<!\p{L})(?:dev|developer|desarrollador|team|agent|worker)s? ?[A-Z\d]\b|開發者|开发者/iu

/** Takes a sentence apart at its verbs and arrows. `T004 → depends on T003` has one that counts, the second. */
function readSentence(
  sentence: string,
  known: KnownNames,
  add: (waiting: readonly string[], first: readonly string[]) => void,
): void {
  let [left, start] = ["", 0]
  const verbs = [...sentence.matchAll(verb)]
  for (const [i, { 0: word, index, groups = {} }] of verbs.entries()) {
    const own = sentence.slice(start, index)
    start = index + word.length
    if (idsIn(own, known).length > 0) left = own
    else if (i === 0) return
    const right = sentence.slice(start, verbs[i + 1]?.index)
    const isVerb = Object.values(groups).some(Boolean)
    if (isVerb && !isNear(left)) continue
    const [mine, others] = [tasksOf(left), tasksOf(right)]
    if (groups["depends"] ?? groups["after"]) add(mine, others)
    else add(others, mine)
    if (groups["depends"]) add(phasesOf(left), phasesOf(withoutAside(right)))
  }

  function tasksOf(text: string) {
    return idsIn(text, known).filter((id) => /^[A-Z]+-?\d|^[A-Z]+\d*-\d/.test(id))
  }
  function phasesOf(text: string) {
    return idsIn(text, known).filter((id) => id.includes("_"))
  }
}

/** Whether few words stand between the last id and the verb, and none of them says no. */
function isNear(left: string): boolean {
  const words = left.replace(/\([^()\d]*\)/g, "").split(/\s+/)
  const last = words.findLastIndex((word) => /\d/.test(word))
  const between = words.slice(last + 1).filter((word) => /\p{L}/u.test(word))
  return (
    between.length <= 5 && !between.some((word) => /^(?:not|no|n[aã]o|nicht|but|pero|mas|aber)$/i.test(word))
  )
}

/** `US1 (its guard) - but not US3`: what is said behind it is of something else. */
function withoutAside(text: string): string {
  return text.replace(/\([^()]*\)/g, "").split(/\s[-–—]\s/)[0] ?? ""
}

/** Code is no prose, but for an id that stands in its marks. */
function withoutCode(text: string): string {
  return text.replace(/`([^`]*)`/g, (_, code: string) => (/^[A-Z]*-?\d[\w.–-]*$/.test(code) ? code : " "))
}

/** The known ids in a text, with those between the ends of `T003-T005`. */
function idsIn(text: string, known: KnownNames): string[] {
  const plain = text
    .replace(
      /\b(Phase|User Stor(?:y|ie))s? (\d+(?:\s*(?:,|&|and|-|–)+\s*\d+)*)/g,
      (_, kind: string, list: string) =>
        list.replace(/\d+/g, (number) => `${kind === "Phase" ? kind : "US"}_${number}`),
    )
    .replace(/\bUS-?(\d{1,2})(?!-?\d)/g, "US_$1")
  return [...plain.matchAll(idForm)].flatMap(({ groups: { from = "", to = "" } = {} }) => {
    const start = known.places.get(from)
    const end = known.places.get(/^\d+$/.test(to) ? from.replace(/\d+[a-z]?$/, to) : to)
    if (start === undefined) return []
    if (end === undefined || end <= start || end - start > mostBetween) return [from]
    const between = Array.from({ length: end - start + 1 }, (_, i) => known.namesAt.get(start + i) ?? [])
    return between.flat().filter((id) => shapeOf(id) === shapeOf(from))
  })
}

const mostBetween = 2_000
const anyId = String.raw`(?:(?:Phase|US)_\d+|[A-Z]{1,10}\d{0,3}-?\d{1,6}[a-z]?|\d{1,4}(?:\.\d{1,4})*)`
const idForm = new RegExp(
  String.raw`(?<![\w.-])(?<from>${anyId})(?:\s*(?:-|–|—|～|\.\.|to|through)\s*(?<to>${anyId}))?(?!\w)`,
  "g",
)

/** `T0` of `T012`, `0.0` of `1.2`: no phase stands between two tasks, and no part between two wholes. */
function shapeOf(id: string): string {
  return id.replace(/\d+[a-z]?/g, "0")
}
