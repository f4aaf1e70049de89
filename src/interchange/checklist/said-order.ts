import type { PlanLine } from "../../domain/wire/plan/lines.ts"
import { boxIn } from "../../domain/wire/plan/marks.ts"
import { parseJson } from "../bytes/json.ts"
import { objectOf, stringsOf } from "../kinds/values.ts"

/** A task that waits for another one, by the ids that the plan gives them. */
export interface SaidEdge {
  readonly from: string
  readonly to: string
}

/**
 * What a plan says of its order in words: `(depends on T012)` and `_Depends: 1.1, 1.2_` of a task, and in the prose
 * around the tasks `T018 depends on T015-T017`, `T001-T004 before T010` and `T003 blocks T007`.
 * @param known the ids of the tasks with their places, in the order of the plan
 */
export function saidEdges(
  lines: readonly PlanLine[],
  tasks: readonly { readonly id: string; readonly text: string }[],
  known: ReadonlyMap<string, number>,
): SaidEdge[] {
  const ids = [...known.keys()]
  const edges: SaidEdge[] = []
  const add = (from: readonly string[], to: readonly string[]) => {
    for (const a of from)
      for (const b of to) if (a !== b && edges.length < mostEdges) edges.push({ from: a, to: b })
  }
  for (const { id, text } of tasks) {
    for (const [, list, other = ""] of text.matchAll(inTask)) add([id], idsIn(list ?? other, ids, known))
  }
  const lettersIn = (text: string) => idsIn(text, ids, known).filter((id) => /^[A-Z]/.test(id))
  let fence = ""
  for (const at of lines) {
    fence = fence === "" ? (/^(`{3,}|~{3,})/.exec(at.text)?.[1] ?? "") : at.text === fence ? "" : fence
    if (
      fence !== "" ||
      boxIn(at) ||
      at.text.length > longest ||
      /\b(?:not|no|independent\w*)\b/i.test(at.text)
    )
      continue
    const chain = at.text.split(/\s*(?:→|⟶|-+>|=+>)\s*/)
    for (const [i, part] of chain.slice(1).entries()) add(lettersIn(part), lettersIn(chain[i] ?? ""))
    const { left = "", word = "", right = "" } = inProse.exec(at.text)?.groups ?? {}
    if (word === "") continue
    const [first, second] = [lettersIn(left), lettersIn(right)]
    if (/^(?:before|block)/i.test(word)) add(second, first)
    else add(first, second)
  }
  return edges
}

/** The waves of a plan of Kiro, each a list of ids; undefined where it has none. */
export function wavesIn(text: string): readonly (readonly string[])[] | undefined {
  for (const [, json = ""] of text.matchAll(/^```json[ \t]*\r?\n([^]*?)^```/gm)) {
    const read = parseJson(new TextEncoder().encode(json))
    const waves = "value" in read ? objectOf(read.value)?.["waves"] : undefined
    if (!Array.isArray(waves)) continue
    const lists = waves.map((wave: unknown) =>
      stringsOf(Array.isArray(wave) ? wave : objectOf(wave)?.["tasks"]),
    )
    if (lists.some((list) => list.length > 0)) return lists
  }
  return undefined
}

// --- internal ---

const mostEdges = 20_000
const longest = 1_000

const lettered = String.raw`[A-Z]{1,10}-?\d{1,5}[a-z]?`
const anyId = String.raw`(?:${lettered}|\d{1,4}(?:\.\d{1,4})*)`
const listOf = (id: string) => String.raw`(?:tasks?\s+)?(${id}(?:\s*(?:,|&|and|-|–|to)+\s*${id})*)`
/** A bare number behind `after` is more likely one of minutes than a task. */
const inTask = new RegExp(
  String.raw`\b_?(?:depend(?:s|ent)?(?: on)?|depende de|deps|dependencies|blocked by)(?:\*\*)?[:\s]\s*${listOf(anyId)}|\b(?:requires|after)[:\s]\s*${listOf(lettered)}`,
  "gi",
)
const inProse = new RegExp(
  String.raw`^(?<left>.*?${lettered}.*?)\s(?:\S+\s){0,4}?(?<word>depends? on|requires?|blocked by|blocks?|before|after)\b(?<right>.*${lettered}.*)$`,
)

/** `T001, T003-T005 and 1.2`, those that there are. */
function idsIn(text: string, ids: readonly string[], known: ReadonlyMap<string, number>): string[] {
  const found: string[] = []
  for (const { groups } of text.matchAll(idForm)) {
    const { from = "", to = "" } = groups ?? {}
    const [start, end] = [known.get(from), known.get(/^\d+$/.test(to) ? from.replace(/\d+[a-z]?$/, to) : to)]
    if (start === undefined) continue
    found.push(
      ...(end !== undefined && end > start && end - start < 100 ? ids.slice(start, end + 1) : [from]),
    )
  }
  return found
}

const idForm = new RegExp(
  String.raw`(?<![\w.])(?<from>${anyId})(?:\s*(?:-|–|—|\.\.|to|through)\s*(?<to>${anyId}))?(?!\w)`,
  "g",
)
