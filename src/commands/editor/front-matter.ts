/** Something wrong with a line. */
export interface DocumentFault {
  readonly line: number
  readonly message: string
}

/** What stands above a text, between two lines of `---`: a field a line. */
export interface FrontMatter {
  /** As they are written: a text, a list of texts, or what a value in JSON says. */
  readonly values: Readonly<Record<string, unknown>>
  /** The line of each field; of an item of a list as `tags.2`, from 0. Of the text as `""`. */
  readonly lines: ReadonlyMap<string, number>
  /** What follows, without the end of its last line. */
  readonly body: string
  readonly faults: readonly DocumentFault[]
}

/**
 * Reads the part of YAML that a form with a field a line needs: `name: text`, `name: [a, b]`, values in quotes or in JSON, and
 * a list with an item a line. All else that stands there is a fault, and none of it is guessed. Every plain value is a text.
 */
export function readFrontMatter(text: string): FrontMatter {
  const rows = text.replace(/^\ufeff/, "").split(/\r?\n/)
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const lines = new Map<string, number>()
  const faults: DocumentFault[] = []
  const end = rows.findIndex((row, i) => i > 0 && row.trimEnd() === fence)
  if (rows[0]?.trimEnd() !== fence) faults.push({ line: 1, message: `the first line must be ${fence}` })
  else if (end < 0) faults.push({ line: rows.length, message: `a line ${fence} must follow the fields` })
  let list: { readonly name: string; readonly items: unknown[] } | undefined

  function take(row: string, line: number): string | undefined {
    if (/^\s*(#|$)/.test(row)) return undefined
    const [, item] = /^\s*-(?:\s+(.*))?$/.exec(row) ?? []
    if (/^\s*-(\s|$)/.test(row)) {
      if (!list) return "a list item belongs below a field without a value"
      lines.set(`${list.name}.${list.items.length}`, line)
      values[list.name] = list.items
      list.items.push(scalar(item ?? ""))
      return undefined
    }
    const [, name, value = ""] = /^([A-Za-z_]\w*)\s*:(?:\s+(.*))?$/.exec(row) ?? []
    if (name === undefined) return "is neither `field: value` nor a list item"
    if (lines.has(name)) return `${name} is already set on line ${lines.get(name)}`
    lines.set(name, line)
    values[name] = valueOf(value)
    list = value === "" ? { name, items: [] } : undefined
    return undefined
  }

  for (let i = 1; i < end; i++) {
    const line = i + 1
    try {
      const message = take((rows[i] ?? "").trimEnd(), line)
      if (message !== undefined) faults.push({ line, message })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      faults.push({ line, message: error.message })
    }
  }
  lines.set("", end + 2)
  const body = end < 0 ? "" : rows.slice(end + 1).join("\n")
  return { values, lines, body: body.replace(/\n$/, ""), faults }
}

/** One field as `readFrontMatter` reads it, in a line, or with an item a line where the items are sentences. */
export function writeField(name: string, value: unknown, hasItemsBelow = false): string {
  if (!Array.isArray(value)) {
    const text = typeof value === "string" ? quoted(value) : value == null ? "" : JSON.stringify(value)
    return `${name}: ${text}`.trimEnd()
  }
  const items = value.map((each) => quoted(String(each)))
  if (hasItemsBelow) return [`${name}:`, ...items.map((item) => `  - ${item}`)].join("\n")
  return items.length === 0 ? `${name}:` : `${name}: [${items.join(", ")}]`
}

export const fence = "---"

// --- internal ---

/** Whether a text means itself without quotes, in YAML too. */
const plain = /^[\p{L}\p{N}(/][^\p{Cc}\u2028\u2029,[\]{}"]*$/u

function quoted(text: string): string {
  const isPlain = plain.test(text) && !/:(\s|$)|\s#|\s$/.test(text)
  return isPlain ? text : JSON.stringify(text)
}

function valueOf(text: string): unknown {
  if (text.startsWith("{")) return inJson(text)
  if (!text.startsWith("[")) return scalar(text)
  if (!text.endsWith("]")) throw new SyntaxError("a list must end with ] on the same line")
  const inside = text.slice(1, -1).trim()
  // What stands in quotes may hold commas.
  const items =
    inside === "" ? [] : (inside.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)/g) ?? [])
  return items.filter((each) => each !== "").map((each) => scalar(each.replace(/,$/, "").trim()))
}

function scalar(text: string): unknown {
  if (text.startsWith('"')) return inJson(text)
  if (!text.startsWith("'")) return text
  const [, inside] = /^'((?:[^']|'')*)'$/.exec(text) ?? []
  if (inside === undefined) throw new SyntaxError("the quote ' is not closed")
  return inside.replaceAll("''", "'")
}

function inJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new SyntaxError(`is not valid JSON: ${(error as Error).message}`)
  }
}
