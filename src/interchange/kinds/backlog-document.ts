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
  const of = (name: string) => parts.filter(({ heading }) => headings[name]?.test(heading))
  const take = (name: string) => of(name).map(textOf)
  const known = Object.values(headings)
  const listed = of("criteria").map((part) => ({ heading: part.heading, ...criteriaIn(part.lines) }))
  return {
    fields,
    mended: read.mended,
    description: take("description").join("\n\n"),
    criteria: listed.flatMap(({ criteria }) => criteria),
    summary: take("summary").join("\n\n"),
    comments: take("comments").flatMap(commentsIn),
    sections: [
      ...listed.map(({ heading, text }) => [heading, text] as const),
      ...parts
        .filter(({ heading }) => !known.some((form) => form.test(heading)))
        .map((part) => [part.heading, textOf(part)] as const),
    ].filter(([, text]) => text !== ""),
  }
}

// --- internal ---

const headings: Readonly<Record<string, RegExp>> = {
  description: /^(?:description)?$/i,
  criteria: /^(?:acceptance criteria|definition of done)(?: \(optional\))?$/i,
  summary: /^final summary$/i,
  comments: /^comments$/i,
}

interface BodyLine {
  readonly text: string
  /** It stands between the marks that hold criteria. */
  readonly isMarked: boolean
}
interface BodyPart {
  readonly heading: string
  readonly lines: BodyLine[]
}

const textOf = ({ lines }: BodyPart) => textIn(lines.map(({ text }) => text))
const textIn = (lines: readonly string[]) => lines.join("\n").trim()

/** The boxes between the marks, each with the lines that go on with it; the rest is text. Where no box is, items count. */
function criteriaIn(lines: readonly BodyLine[]): { criteria: FoundCriterion[]; text: string } {
  const hasMarks = lines.some(({ isMarked }) => isMarked)
  const fits = lines.filter(({ isMarked }) => isMarked || !hasMarks)
  const form = fits.some(({ text }) => box.test(text)) ? box : bullet
  const criteria: FoundCriterion[] = []
  const others: string[] = []
  let isOpen = false
  for (const line of lines) {
    const { text } = line
    const found = fits.includes(line) && form.test(text) ? criteriaFrom(text) : []
    const last = criteria.at(-1)
    if (found.length > 0) criteria.push(...found)
    else if (isOpen && last && /^\s+\S/.test(text))
      criteria.splice(-1, 1, { ...last, text: `${last.text} ${text.trim()}` })
    else others.push(text)
    isOpen = found.length > 0 || (isOpen && /^\s+\S/.test(text))
  }
  return { criteria, text: textIn(others) }
}

const bullet = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/
const box = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[ xX]\]/

/** The text below each heading. Between a pair of marks, headings belong to the text. */
function partsOf(body: string): BodyPart[] {
  const parts: BodyPart[] = [{ heading: "", lines: [] }]
  let mark: string | undefined
  for (const line of body.split("\n")) {
    const [, name, edge] = /^\s*<!--\s*((?:SECTION:)?[A-Z_]+):(BEGIN|END)\s*-->\s*$/.exec(line) ?? []
    const [, heading] = /^##\s+(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && (mark === undefined || mark === name))
      mark = edge === "BEGIN" ? name : undefined
    else if (heading !== undefined && mark === undefined) parts.push({ heading, lines: [] })
    else parts.at(-1)?.lines.push({ text: line, isMarked: mark === "AC" || mark === "DOD" })
  }
  return parts.filter((part) => textOf(part) !== "")
}

/** `author: …`, `created: …`, and the text between two lines of `---`. */
function commentsIn(text: string): DraftComment[] {
  const found = text.matchAll(/^author:[ \t]*(.*)\ncreated:[ \t]*(.*)\n---\n([^]*?)\n---[ \t]*$/gm)
  const comments = [...found].map(([, author = "", at = "", content = ""]) => ({ author, at, content }))
  return comments.length > 0 ? comments : [{ content: text }]
}
