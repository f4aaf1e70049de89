import type { Node } from "jsonc-parser"
import type { Json } from "../../domain/wire/metadata.ts"
import type { EntryForm, Handling, ItemForm, Sight, Trace } from "../piece.ts"
import { addChild, parseObjectTree, removeChild, replaceValue, toValue, valueOf } from "./json-text.ts"

/** A property of a JSON document. */
export const entry: Handling<EntryForm> = {
  wanted: ({ value }) => JSON.stringify(value),
  look: (text, form) => look(text, form, (walk) => walk.node),
  put,
  replace: (text, form, eol) => replaceWith(text, form, eol, (walk) => walk.node),
  take: (text, form, trace) => take(text, form, trace, (walk) => walk.node?.parent),
  isBare,
}

/** An element of an array in such a document. It is found by its sign. */
export const item: Handling<ItemForm> = {
  wanted: ({ value }) => JSON.stringify(value),
  look: (text, form) => look(text, form, (walk) => ownItem(walk, form)),
  put,
  replace: (text, form, eol) => replaceWith(text, form, eol, (walk) => ownItem(walk, form)),
  take: (text, form, trace) => take(text, form, trace, (walk) => ownItem(walk, form)),
  isBare,
}

// --- internal ---

type JsonForm = EntryForm | ItemForm

/** How far a document goes along a path. `node` is the value at its end. */
interface Walk {
  readonly parents: readonly Node[]
  readonly node: Node | undefined
}

type Pick = (walk: Walk) => Node | undefined

function walkTo(tree: Node, at: readonly string[]): Walk {
  const parents: Node[] = []
  let node: Node | undefined = tree
  for (const name of at) {
    parents.push(node)
    const next: Node | undefined = node.type === "object" ? valueOf(node, name) : undefined
    if (!next) return { parents, node: undefined }
    node = next
  }
  return { parents, node }
}

function look(text: string, form: JsonForm, pick: Pick): Sight {
  if (text.trim() === "") return { state: "missing" }
  const tree = parseObjectTree(text)
  if (!tree) return { state: "broken", why: "it cannot be read as JSON" }
  const walk = walkTo(tree, form.at)
  const own = pick(walk)
  if (own) return { state: "found", current: JSON.stringify(toValue(own)) }
  const parent = walk.node ?? walk.parents.at(-1)
  const wanted = walk.node ? "array" : "object"
  if (parent?.type === wanted) return { state: "missing" }
  const name = form.at.slice(0, walk.node ? undefined : walk.parents.length - 1).join(".")
  return { state: "foreign", why: `its ${name} is not an ${wanted}` }
}

function put(given = "", form: JsonForm, eol: string): { text: string; trace: Trace } {
  const isNew = given.trim() === ""
  const text = isNew ? `${frame(form).replaceAll("\n", eol)}${eol}` : given
  const tree = parseObjectTree(text)
  if (!tree) return { text, trace: {} }
  const { parents, node } = walkTo(tree, form.at)
  const depth = node ? form.at.length : parents.length - 1
  const parent = node ?? parents.at(-1) ?? tree
  const missing = form.at.slice(depth + 1)
  const inner: Json = form.kind === "item" && !node ? [form.value] : form.value
  const value = missing.reduceRight<Json>((each, name) => ({ [name]: each }), inner)
  const child = node ? "" : `${JSON.stringify(form.at[depth] ?? "")}: `
  const { text: grown, space } = addChild(text, parent, child, value, eol)
  return { text: grown, trace: { depth, ...(space !== "" && { space: space.replaceAll("\r\n", "\n") }) } }
}

function replaceWith(text: string, form: JsonForm, eol: string, pick: Pick): string {
  const tree = parseObjectTree(text)
  const own = tree && pick(walkTo(tree, form.at))
  return own ? replaceValue(text, own, form.value, eol) : text
}

/** Takes out the child, and with it those parents that were made for it and hold nothing else. */
function take(text: string, form: JsonForm, trace: Trace, pick: Pick): string {
  const tree = parseObjectTree(text)
  const own = tree && pick(walkTo(tree, form.at))
  if (!tree || !own) return text
  const { depth = form.at.length } = trace
  const { parents, node } = walkTo(tree, form.at)
  const chain = [...parents, ...(form.kind === "item" && node ? [node] : [])]
  let child = own
  let level = chain.length - 1
  for (; level > depth; level -= 1) {
    const parent = chain[level]
    const holder = parent?.parent
    if (parent?.children?.length !== 1 || holder?.type !== "property") break
    child = holder
  }
  const parent = chain[level]
  // The space was put into the outermost parent that was there before.
  const space = level === depth ? (trace.space ?? "") : ""
  return parent ? removeChild(text, parent, child, space) : text
}

function isBare(text: string, form: JsonForm): boolean {
  return text.replace(/\s/g, "") === frame(form).replace(/\s/g, "")
}

/** A new document before the form is put into it. */
function frame({ besides = {} }: JsonForm): string {
  return JSON.stringify(besides, null, 2)
}

function ownItem({ node }: Walk, { sign }: ItemForm): Node | undefined {
  if (node?.type !== "array") return undefined
  return node.children?.find((each) => JSON.stringify(toValue(each)).includes(sign))
}
