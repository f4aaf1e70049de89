import { createScanner, parseTree, visit, type Node, type ParseError } from "jsonc-parser"
import type { Json } from "../../domain/wire/metadata.ts"

/** A JSON document with comments and trailing commas as a tree; undefined if it cannot be read as one object. */
export function parseObjectTree(text: string): Node | undefined {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && tree?.type === "object" ? tree : undefined
}

/** What keeps a document from being plain JSON; undefined if nothing does. */
export function whatIsNotPlain(text: string): "comments" | "trailing commas" | undefined {
  let found: "comments" | "trailing commas" | undefined
  visit(text, { onError: () => (found ??= "trailing commas"), onComment: () => (found = "comments") })
  return found
}

/** The value of a property of an object; undefined if it has none. The last one counts, as in every reader. */
export function valueOf(node: Node, name: string): Node | undefined {
  return node.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
}

/** What a node stands for, with the keys in their order. */
export function toValue(node: Node): Json {
  if (node.type === "array") return (node.children ?? []).map(toValue)
  if (node.type !== "object") return node.value as Json
  return Object.fromEntries(
    (node.children ?? []).map(({ children }) => [
      String(children?.[0]?.value),
      children?.[1] ? toValue(children[1]) : null,
    ]),
  )
}

/** The text with a child added at the end of an object or an array, and what was put after it to close the parent. */
export function addChild(text: string, parent: Node, child: string, value: Json, eol: string) {
  const last = parent.children?.at(-1)
  const before = last ? endOf(last) : parent.offset + 1
  const comma = last && commaAfter(text, before)
  const previous = parent.children?.at(-2)
  const isLong = !last || /\n/.test(text.slice(previous ? endOf(previous) : parent.offset, last.offset))
  if (!isLong) {
    const at = comma === undefined ? before : comma + 1
    const inline = ` ${child}${JSON.stringify(value)}`
    return { text: insert(text, at, comma === undefined ? `,${inline}` : `${inline},`), space: "" }
  }
  const base = indentAt(text, parent.offset)
  const indent = last ? indentAt(text, last.offset) : base + unitOf(text)
  const unit = indent.startsWith(base) && indent !== base ? indent.slice(base.length) : unitOf(text)
  const printed = JSON.stringify(value, null, unit).replaceAll("\n", eol + indent)
  const at = endOfComments(text, comma === undefined ? before : comma + 1)
  const closes = !last && !/\n/.test(text.slice(at, endOf(parent) - 1))
  const space = closes ? eol + base : ""
  const added = `${eol}${indent}${child}${printed}${comma === undefined ? "" : ","}${space}`
  const grown = insert(text, at, added)
  return { text: last && comma === undefined ? insert(grown, before, ",") : grown, space }
}

/** The text without a child of an object or an array. `space` is what was put after it to close the parent, with LF. */
export function removeChild(text: string, parent: Node, child: Node, space: string): string {
  const siblings = parent.children ?? []
  const previous = siblings[siblings.indexOf(child) - 1]
  const start = startOfLine(text, child.offset)
  const end = endOf(child)
  const comma = commaAfter(text, end)
  if (comma !== undefined) return cut(cut(text, comma, comma + 1), start, end)
  const closing =
    siblings.length === 1 && [space, space.replace("\n", "\r\n")].find((each) => text.startsWith(each, end))
  const rest = cut(text, start, end + (closing || "").length)
  const open = previous && commaAfter(text, endOf(previous))
  return open === undefined ? rest : cut(rest, open, open + 1)
}

export function replaceValue(text: string, node: Node, value: Json, eol: string): string {
  const indent = indentAt(text, node.offset)
  const isLong = /\n/.test(text.slice(node.offset, endOf(node))) || indent !== ""
  const printed = isLong ? JSON.stringify(value, null, unitOf(text)) : JSON.stringify(value)
  return insert(cut(text, node.offset, endOf(node)), node.offset, printed.replaceAll("\n", eol + indent))
}

// --- internal ---

const endOf = ({ offset, length }: Node): number => offset + length
const insert = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at)
const cut = (text: string, from: number, to: number): string => text.slice(0, from) + text.slice(to)

/** Where the comma after a value is; undefined if what follows it is no comma. */
function commaAfter(text: string, end: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(end)
  scanner.scan()
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined
}

/** Behind the comments that stand on the same line and end there. */
function endOfComments(text: string, from: number): number {
  const pattern = /(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^\r\n*]|\*(?!\/))*\*\/))*/y
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf("\n", offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? ""
}

/** One step of indentation, as the first indented line has it. */
function unitOf(text: string): string {
  return /\n(\t| +)\S/.exec(text)?.[1] ?? "  "
}

/** Before the line break, if only white space stands between it and the offset; else before the white space. */
function startOfLine(text: string, offset: number): number {
  const space = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, offset))?.[0] ?? ""
  return offset - space.length
}
