import { readYaml } from "../bytes/yaml.ts"
import type { DraftComment } from "../items/draft.ts"
import { criteriaFrom, type FoundCriterion } from "../words/criteria.ts"
import { objectOf, type JsonObject } from "./values.ts"

/** A file of Backlog.md in its parts. */
export interface BacklogDocument {
  readonly fields: JsonObject
  /** Lines of the front matter that had to be quoted. */
  readonly mended: number
  readonly description: string
  readonly criteria: readonly FoundCriterion[]
  readonly summary: string
  readonly comments: readonly DraftComment[]
  readonly sections: readonly (readonly [heading: string, text: string])[]
}

/** Undefined where there is no front matter that can be read. Only `---` opens it: `---js` would be a program. */
export function readBacklogDocument(text: string): BacklogDocument | undefined {
  const [, yaml, body = ""] =
    /^\ufeff?---[ \t]*\n(?:([^]*?)\n)?---[ \t]*(?:\n([^]*))?$/.exec(text.replaceAll("\r\n", "\n")) ?? []
  const read = yaml === undefined ? undefined : readYaml(yaml)
  const fields = objectOf(read?.value)
  if (!read || !fields) return undefined
  const parts = partsOf(body)
  const take = (name: string) =>
    parts.filter(([heading]) => headings[name]?.test(heading)).map(([, part]) => part)
  const known = Object.values(headings)
  return {
    fields,
    mended: read.mended,
    description: take("description").join("\n\n"),
    criteria: take("criteria").flatMap(criteriaFrom),
    summary: take("summary").join("\n\n"),
    comments: take("comments").flatMap(commentsIn),
    sections: parts.filter(([heading]) => !known.some((form) => form.test(heading))),
  }
}

// --- internal ---

const headings: Readonly<Record<string, RegExp>> = {
  description: /^(?:description)?$/i,
  criteria: /^(?:acceptance criteria|definition of done)(?: \(optional\))?$/i,
  summary: /^final summary$/i,
  comments: /^comments$/i,
}

/** The text below each heading. Between a pair of marks, headings belong to the text. */
function partsOf(body: string): [heading: string, text: string][] {
  const parts: [string, string[]][] = [["", []]]
  let mark: string | undefined
  for (const line of body.split("\n")) {
    const [, name, edge] = /^\s*<!--\s*((?:SECTION:)?[A-Z_]+):(BEGIN|END)\s*-->\s*$/.exec(line) ?? []
    const [, heading] = /^##\s+(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && (mark === undefined || mark === name))
      mark = edge === "BEGIN" ? name : undefined
    else if (heading !== undefined && mark === undefined) parts.push([heading, []])
    else parts.at(-1)?.[1].push(line)
  }
  return parts
    .map(([heading, lines]): [string, string] => [heading, lines.join("\n").trim()])
    .filter(([, text]) => text !== "")
}

/** `author: …`, `created: …`, and the text between two lines of `---`. */
function commentsIn(text: string): DraftComment[] {
  const found = text.matchAll(/^author:[ \t]*(.*)\ncreated:[ \t]*(.*)\n---\n([^]*?)\n---[ \t]*$/gm)
  const comments = [...found].map(([, author = "", at = "", content = ""]) => ({ author, at, content }))
  return comments.length > 0 ? comments : [{ content: text }]
}
