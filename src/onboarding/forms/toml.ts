import { isDeepStrictEqual } from "node:util"
import { parse, type TomlTable } from "smol-toml"

/** What a TOML document says about a path of keys where a table is to be added. */
export interface TableSight {
  /** Something stands at the path, or a value on the way to it. */
  readonly isTaken: boolean
  /** The document without the tables at and below the path; undefined if it is taken in another way. */
  readonly without: string | undefined
}

/** Looks whether a table may be added at the end of a TOML document. undefined if the document cannot be read. */
export function lookForTable(text: string, path: readonly string[]): TableSight | undefined {
  const document = read(text)
  if (!document) return undefined
  const isTaken = valueAt(document, path) !== undefined || !read(`${text}\n[${path.map(quote).join(".")}]\n`)
  if (!isTaken) return { isTaken, without: undefined }
  const rest = withoutTables(text, path)
  const left = read(rest)
  const isClean =
    left !== undefined &&
    valueAt(left, path) === undefined &&
    isDeepStrictEqual(withoutPath(left, path), withoutPath(document, path))
  return { isTaken, without: isClean ? rest : undefined }
}

// --- internal ---

function read(text: string): TomlTable | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

const quote = (key: string): string => JSON.stringify(key)

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((each, key) => (isTable(each) ? each[key] : undefined), value)
}

/** The text without each part that begins with a header at or below the path. What looks like a header may be text. */
function withoutTables(text: string, path: readonly string[]): string {
  return text
    .split(/^(?=[ \t]*\[)/m)
    .filter((part) => valueAt(read(/^.*/.exec(part)?.[0] ?? ""), path) === undefined)
    .join("")
}

/** A copy of the document without what is at the path, and without the tables on the way that only held that. */
function withoutPath(table: TomlTable, [key = "", ...rest]: readonly string[]): TomlTable {
  const { [key]: value, ...others } = table
  const inner = rest.length > 0 && isTable(value) ? withoutPath(value, rest) : {}
  return Object.keys(inner).length > 0 ? { ...table, [key]: inner } : others
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
