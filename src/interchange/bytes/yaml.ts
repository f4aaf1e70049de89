import { parseDocument } from "yaml"
import { readLimits } from "./limits.ts"

/** What YAML says, and how many of its lines had to be quoted to be read. Undefined where it cannot be read at all. */
export interface ReadYaml {
  readonly value: unknown
  readonly mended: number
}

/**
 * Reads YAML of strangers: every value is a text, a list, a mapping or null; no tags, no aliases. Real files hold lines that no
 * YAML takes, such as `assignee: @name` and `title: Fix: this`. There the value is what stands behind the first colon.
 */
export function readYaml(text: string): ReadYaml | undefined {
  if (text.length > mostText || isTooDeep(text)) return undefined
  const read = parse(text)
  if (read) return { ...read, mended: 0 }
  let mended = 0
  const lines = text.split("\n").map((line) => {
    const [, start = "", value = ""] = /^([\w-]+:\s+|\s*-\s+)(\S.*?)\s*$/.exec(line) ?? []
    if (start === "" || /^[|>][+-]?\d?$/.test(value) || parse(value.startsWith("- ") ? value : `a: ${value}`))
      return line
    mended++
    return `${start}${listOfNames(value) ?? JSON.stringify(value)}`
  })
  const again = parse(lines.join("\n"))
  return again && { ...again, mended }
}

// --- internal ---

const mostText = 1024 * 1024

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const document = parseDocument(text, {
      schema: "failsafe",
      customTags: ["null"],
      uniqueKeys: false,
      logLevel: "silent",
    })
    return document.errors.length > 0 ? undefined : { value: document.toJS({ maxAliasCount: 0 }) }
  } catch {
    // An alias, or a key that is a mapping.
    return undefined
  }
}

/** `[@ada, @grace]` with each name in quotes. */
function listOfNames(value: string): string | undefined {
  const [, inside] = /^\[([^[\]{}"']*)\]$/.exec(value) ?? []
  const names = inside?.split(",").map((name) => JSON.stringify(name.trim()))
  return names && `[${names.join(", ")}]`
}

/** Of brackets and of lists in one line, since the parser goes down into itself with each. */
function isTooDeep(text: string): boolean {
  let [depth, deepest] = [0, 0]
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth)
    else if (char === "]" || char === "}") depth = Math.max(0, depth - 1)
  }
  return deepest > readLimits.depth || /(?:[-?:]\s+){60}/.test(text)
}
