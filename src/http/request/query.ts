import { decode } from "./target.ts"

/** A parameter that came several times is an array, which the schema accepts or refuses. */
export type QueryValues = Record<string, string | string[]>

/**
 * Plain slicing: URLSearchParams, or an object without prototype, costs several times as much on the short queries
 * that agents ask all day. @throws invalid_input for bad percent-encoding
 */
export function parseQuery(query: string): QueryValues {
  const values: QueryValues = {}
  for (let start = 0; start < query.length;) {
    const ampersand = query.indexOf("&", start)
    const end = ampersand < 0 ? query.length : ampersand
    if (end > start) add(values, query.slice(start, end))
    start = end + 1
  }
  return values
}

// --- internal ---

function add(values: QueryValues, pair: string): void {
  const mark = pair.indexOf("=")
  const name = unescape(mark < 0 ? pair : pair.slice(0, mark))
  const value = mark < 0 ? "" : unescape(pair.slice(mark + 1))
  const before = Object.hasOwn(values, name) ? values[name] : undefined
  const next = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  // A plain assignment would drop this name, so it would be ignored instead of refused as unknown.
  if (name === "__proto__")
    Object.defineProperty(values, name, { value: next, enumerable: true, configurable: true })
  else values[name] = next
}

function unescape(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  return spaced.includes("%") ? decode(spaced, "query") : spaced
}
