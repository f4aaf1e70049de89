/** What a TOML document says about a path of keys where a table is to be added. */
export interface TableSight {
  /** Something stands at the path, or a value on the way to it. */
  readonly isTaken: boolean
  /** The document without the tables at and below the path; undefined if it is taken in another way. */
  readonly without: string | undefined
}

/**
 * Looks whether a table may be added at the end of a TOML document. undefined if the document cannot be read. It reads
 * keys, tables and where values end: all that is needed for that.
 */
export function lookForTable(text: string, path: readonly string[]): TableSight | undefined {
  const lines = readLines(text)
  if (!lines) return undefined
  const tables = lines.filter(({ isTable }) => isTable)
  const own = tables.filter(({ key }) => path.every((part, i) => key[i] === part))
  let rest = text
  for (const { from } of own.toReversed()) {
    const next = tables.find((each) => each.from > from)?.from ?? text.length
    rest = rest.slice(0, from) + rest.slice(next)
  }
  const isIn = (all: readonly TomlLine[] | undefined) => all?.some((each) => blocks(each, path)) ?? true
  const isTaken = isIn(lines)
  return { isTaken, without: isTaken && !isIn(readLines(rest)) ? rest : undefined }
}

// --- internal ---

/** A table's header, or a key with its value; the key from the root on. */
interface TomlLine {
  readonly from: number
  readonly key: readonly string[]
  readonly isTable: boolean
  /** `[[key]]`: nothing can be added below it from outside. */
  readonly isList: boolean
}

function readLines(text: string): TomlLine[] | undefined {
  let at = 0
  let table: readonly string[] = []
  const lines: TomlLine[] = []
  const skip = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  while (at < text.length) {
    const from = at
    skip(/[ \t]*/y)
    if (skip(/(?:#[^\n]*)?(?:\r?\n|$)/y) !== undefined) continue
    const open = skip(/\[\[?/y)
    const key = readKey(skip)
    if (key === undefined) return undefined
    if (open === undefined) {
      if (skip(/[ \t]*=[ \t]*/y) === undefined || !skipValue(skip)) return undefined
    } else {
      if (skip(open === "[" ? /[ \t]*\]/y : /[ \t]*\]\]/y) === undefined) return undefined
      table = key
    }
    const isTable = open !== undefined
    lines.push({ from, key: isTable ? key : [...table, ...key], isTable, isList: open === "[[" })
    if (skip(/[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y) === undefined) return undefined
  }
  return lines
}

type Skip = (pattern: RegExp) => string | undefined

/** Everything at or below the path is in the way, and a value or a list on the way to it. */
function blocks({ key, isTable, isList }: TomlLine, path: readonly string[]): boolean {
  const same = Math.min(key.length, path.length)
  if (key.slice(0, same).some((part, i) => part !== path[i])) return false
  return key.length >= path.length || !isTable || isList
}

function readKey(skip: Skip): string[] | undefined {
  const parts: string[] = []
  do {
    skip(/[ \t]*/y)
    const part = skip(/[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y)
    if (part === undefined) return undefined
    parts.push(/^["']/.test(part) ? part.slice(1, -1) : part)
  } while (skip(/[ \t]*\.[ \t]*/y) !== undefined)
  return parts
}

function skipValue(skip: Skip): boolean {
  if (skip(strings) !== undefined) return true
  const open = skip(/[[{]/y)
  if (open === undefined) return skip(/[\w+\-.:]+(?: \d\d:[\d:.Z+-]+)?/y) !== undefined
  const close = open === "[" ? /\]/y : /\}/y
  for (;;) {
    skip(blank)
    if (skip(close) !== undefined) return true
    if (open === "{" && (readKey(skip) === undefined || skip(/[ \t]*=[ \t]*/y) === undefined)) return false
    if (!skipValue(skip)) return false
    skip(blank)
    if (skip(/,/y) === undefined) return skip(close) !== undefined
  }
}

const blank = /(?:\s|#[^\n]*(?=\n))*/y
const strings = /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y
