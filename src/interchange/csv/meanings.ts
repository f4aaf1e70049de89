import { formatDuration } from "../../domain/wire/duration.ts"
import { isObject } from "../../domain/wire/metadata.ts"
import type { DraftComment } from "../items/draft.ts"
import { timeOf } from "../words/times.ts"
import { jsonIn, type Cells } from "./cells.ts"

/** What cells of more than one value mean. */

/** Jira writes `date;author;text` in a cell, Plane a list in JSON. Else it is the text. */
export function commentIn(cell: string): DraftComment[] {
  const list = cell.trimStart().startsWith("[") ? jsonIn(cell) : undefined
  if (Array.isArray(list))
    return list.filter(isObject).flatMap(({ comment, created_by: author, created_at: at }) => {
      const said = { author: typeof author === "string" ? author : "", at: typeof at === "string" ? at : "" }
      return typeof comment === "string" && comment !== "" ? [{ ...said, content: comment }] : []
    })
  const [, at = "", author, content] = /^([^;]{6,60});([^;]{0,128});([^]*)$/.exec(cell) ?? []
  return content !== undefined && timeOf(at) !== undefined ? [{ at, author, content }] : [{ content: cell }]
}

/** Blockers by name, and of the relations that Plane writes in JSON, as a mapping or a list, those that block. */
export function edgesIn({ list, all }: Cells) {
  const edges = { blockedBy: [...list("blockedBy")], blocks: [...list("blocks")] }
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
