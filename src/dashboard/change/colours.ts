import * as grammars from "@speed-highlight/core/languages"
import { tokenizeWith, type ShjLanguageData, type ShjToken } from "@speed-highlight/core/tokenize"
import type { ChangeRow } from "./read-change.ts"

/** A piece of a line, and what it is in its language. */
export interface CodeToken {
  readonly text: string
  readonly kind: ShjToken | undefined
}

/**
 * The lines of a file in the colours of its language, by their place among the rows. What stood there before and what stands
 * there now are read as two texts, each hunk by itself. Lines whose language is not known are left out, and so are those for
 * which there is no time.
 */
export function colour(
  path: string,
  rows: readonly ChangeRow[],
  patienceMs = 150,
): ReadonlyMap<number, readonly CodeToken[]> {
  const coloured = new Map<number, readonly CodeToken[]>()
  const language = languageOf(path)
  if (language === undefined) return coloured
  const end = performance.now() + patienceMs
  for (const hunk of hunksOf(rows))
    for (const other of ["added", "removed"] as const)
      for (const part of inParts(hunk, rows, other)) {
        if (performance.now() > end) return coloured
        const text = part.map((i) => rows[i]?.text ?? "").join("\n")
        for (const [k, tokens] of linesOf(text, language).entries()) coloured.set(part[k] ?? -1, tokens)
      }
  return coloured
}

// --- internal ---

/**
 * So many characters are read at once: what it takes grows with their square where somebody writes thousands of spaces. Beyond
 * that a comment over several lines may lose its colour.
 */
const mostAtOnce = 2_000

/**
 * The lines of one side, in parts of about that length. A line that is longer stays plain.
 * @param other what stands on the other side alone
 */
function inParts(hunk: readonly number[], rows: readonly ChangeRow[], other: ChangeRow["kind"]): number[][] {
  const parts: number[][] = [[]]
  let length = 0
  for (const i of hunk) {
    const { kind, text = "" } = rows[i] ?? {}
    const own = text.length
    if (kind === other) continue
    length += own + 1
    if (length > mostAtOnce) {
      parts.push([])
      length = own + 1
    }
    if (own < mostAtOnce) parts.at(-1)?.push(i)
  }
  return parts.filter((part) => part.length > 0)
}

type KnownLanguage = keyof typeof grammars

/** Its own types leave out `| undefined`, which this project's settings ask for. */
const known = grammars as unknown as Readonly<Record<KnownLanguage, ShjLanguageData>>

/** The ends of names, where they are other words than the name of the language. */
const otherEndings: Partial<Record<KnownLanguage, string>> = {
  c: "cc cpp h hpp",
  java: "cs kt scala swift dart",
  js: "cjs mjs jsx",
  ts: "cts mts tsx",
  json: "jsonc json5",
  bash: "sh zsh",
  html: "htm vue svelte",
  xml: "svg",
  css: "scss less",
  make: "mk makefile",
  md: "markdown",
  pl: "pm",
  docker: "dockerfile",
  yaml: "yml",
  ini: "cfg",
}
const languages = new Map(
  Object.entries(otherEndings).flatMap(([language, ends]) =>
    ends.split(" ").map((end) => [end, language as KnownLanguage] as const),
  ),
)

function languageOf(path: string): KnownLanguage | undefined {
  const end = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(".")) + 1).toLowerCase()
  return languages.get(end) ?? (Object.hasOwn(known, end) ? (end as KnownLanguage) : undefined)
}

/** The places of the lines of each hunk. */
function hunksOf(rows: readonly ChangeRow[]): number[][] {
  const hunks: number[][] = [[]]
  for (const [i, { kind }] of rows.entries())
    if (kind === "gap") hunks.push([])
    else if (kind !== "note") hunks.at(-1)?.push(i)
  return hunks
}

function linesOf(text: string, language: KnownLanguage): CodeToken[][] {
  const lines: CodeToken[][] = [[]]
  tokenizeWith(
    text,
    known[language],
    (token, kind) => {
      for (const [k, part] of token.split("\n").entries()) {
        if (k > 0) lines.push([])
        if (part !== "") lines.at(-1)?.push({ text: part, kind })
      }
    },
    { languages: known },
  )
  return lines
}
