import { fail } from "../../errors.ts"

/** How many levels deep objects and arrays may nest. */
export const deepestJson = 64

const poisoned = new Set(["__proto__", "constructor", "prototype"])

/**
 * Parses JSON more strictly than `JSON.parse`. Refuses a duplicate key in an object, a key that could change a
 * prototype, NUL, a lone surrogate, and excessive nesting, because programs disagree about these or handle them
 * badly.
 * @throws invalid_input
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    // RFC 8259 allows a reader to ignore a byte order mark, which some programs write.
    value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : "it cannot be parsed"
    fail("invalid_input", { detail: `The body is not JSON: ${detail}`, cause: error })
  }
  check(text)
  return value
}

// --- internal ---

/** Walks over valid JSON text and checks its strings, brackets and numbers. */
function check(text: string): void {
  // For each open bracket: the keys seen in the object so far, or undefined for an array.
  const open: (Set<string> | undefined)[] = []
  let isKey = false
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case "{":
        open.push(new Set())
        isKey = true
        break
      case "[":
        open.push(undefined)
        break
      case "}":
      case "]":
        open.pop()
        break
      case ",":
        isKey = open.at(-1) !== undefined
        break
      case "-":
      case "0":
      case "1":
      case "2":
      case "3":
      case "4":
      case "5":
      case "6":
      case "7":
      case "8":
      case "9": {
        const end = endOfNumber(text, at)
        checkNumber(text.slice(at, end))
        at = end - 1
        break
      }
      case '"': {
        const end = endOfString(text, at)
        const string = contentOf(text, at, end)
        if (isKey) checkKey(string, open.at(-1))
        isKey = false
        at = end
      }
    }
    if (open.length > deepestJson)
      fail("invalid_input", `The body is nested more than ${deepestJson} levels deep.`)
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (/[\d.eE+-]/.test(text[end] ?? "")) end += 1
  return end
}

/** Refuses a number that a double cannot represent, because it would be returned as another number. */
function checkNumber(digits: string): void {
  const value = Number(digits)
  if (Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(digits))) return
  fail("invalid_input", {
    detail: `The number ${digits.slice(0, 40)} cannot be stored exactly.`,
    hint: "Send it as text.",
  })
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === "\\") slashes += 1
    if (slashes % 2 === 0) return end
  }
}

function contentOf(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end)
  if (!raw.includes("\\")) return raw
  const content = JSON.parse(text.slice(start, end + 1)) as string
  if (content.includes("\0")) fail("invalid_input", "Text in the body contains NUL.")
  if (!content.isWellFormed()) fail("invalid_input", "Text in the body contains half of a surrogate pair.")
  return content
}

function checkKey(key: string, keys: Set<string> | undefined): void {
  if (keys?.has(key)) failKey(key, "appears twice")
  if (poisoned.has(key)) failKey(key, "is not allowed as a key")
  keys?.add(key)
}

function failKey(key: string, message: string): never {
  fail("invalid_input", { detail: `${key}: ${message}`, errors: [{ path: key, message }] })
}
