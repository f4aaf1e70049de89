import { formatDuration } from "../../domain/wire/duration.ts"
import { isObject } from "../../domain/wire/metadata.ts"
import type { DraftComment } from "../items/draft.ts"
import { timeOf } from "../words/times.ts"
import { jsonIn, type Cells } from "./cells.ts"

/** What cells of more than one value mean. */

/** Jira writes `date;author;text` in a cell, Plane and ClickUp a list in JSON. Else it is the text. */
export function commentIn(cell: string): DraftComment[] {
  const list = cell.trimStart().startsWith("[") ? jsonIn(cell) : undefined
  if (Array.isArray(list))
    return list.flatMap((entry: unknown) => {
      const {
        comment,
        text = comment,
        created_by,
        by = created_by,
        created_at,
        date = created_at,
      } = isObject(entry) ? entry : {}
      const said = { author: textOf(by), at: textOf(date) }
      return [{ ...said, content: textOf(text) || JSON.stringify(entry) }]
    })
  const [, at = "", author, content] = /^([^;]{6,60});([^;]{0,128});([^]*)$/.exec(cell) ?? []
  return content !== undefined && timeOf(at) !== undefined ? [{ at, author, content }] : [{ content: cell }]
}

/** Blockers as the cells name them, and of the relations that Plane writes in JSON, as a mapping or a list, those that block. */
export function edgesIn({ all }: Cells) {
  const edges = { blockedBy: [...all("blockedBy")], blocks: [...all("blocks")] }
  const others: [string, unknown][] = []
  for (const cell of all("relations")) {
    const value = jsonIn(cell)
    const pairs = Array.isArray(value)
      ? value.filter(isObject).map(({ type, issue }): [unknown, unknown] => [type, issue])
      : Object.entries(isObject(value) ? value : {})
    for (const [type, id] of pairs) {
      if (type === "blocked_by" && typeof id === "string") edges.blockedBy.push(id)
      else if (type === "blocking" && typeof id === "string") edges.blocks.push(id)
      else others.push(["relations", { type, issue: id }])
    }
    if (pairs.length === 0) others.push(["relations", cell])
  }
  return { ...edges, others }
}

export function secondsIn(text: string): string {
  return /^\d{1,9}$/.test(text) && Number(text) > 0
    ? formatDuration(Number(text) * 1000).replaceAll(" ", "")
    : text
}

/** A number with its unit beside it, `minute` or `day`. */
export function minutesIn({ one }: Cells): string | undefined {
  const [count, unit = ""] = [one("minutes"), one("unit")]
  return count === undefined ? undefined : `${count}${unit.startsWith("day") ? "d" : "m"}`
}

/** What is no object is kept under the name of its column. */
export function metadataIn({ one }: Cells): { metadata?: unknown; others: [string, unknown][] } {
  const cell = one("metadata")
  const value = cell === undefined ? undefined : jsonIn(cell)
  if (isObject(value)) return { metadata: value, others: [] }
  return { others: cell === undefined ? [] : [["metadata", cell]] }
}

// --- internal ---

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
