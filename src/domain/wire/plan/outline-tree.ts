import type { PlanCriterion } from "./criteria.ts"
import { dedent, type PlanFault, type PlanLine } from "./lines.ts"
import { lostInTitle } from "./lost-fields.ts"
import { bulletIn, endsFence, fenceIn, isDoneBox, type PlanItem } from "./marks.ts"
import { parseTitle, restOf, type PlanTitle } from "./title.ts"

/** A heading or an item of a plan. */
export interface PlanNode {
  readonly line: number
  /** The column of an item's bullet; undefined for a heading. */
  readonly indent: number | undefined
  /** Its place among all nodes. */
  readonly parent: number | undefined
  /** What stands in its box; undefined where it has none. */
  readonly box: string | undefined
  readonly isOptional: boolean
  /** Its box is checked; for a heading, all boxes below it are checked. */
  readonly isDone: boolean
  /** Headings or items stand below it. */
  readonly hasTasks: boolean
  readonly read: PlanTitle
  /** What its line of JSON says. */
  readonly more: Readonly<Record<string, unknown>>
  readonly description: string
  readonly criteria: readonly PlanCriterion[]
}

/** What a text says, before names are looked up. */
export interface Outline {
  readonly nodes: readonly PlanNode[]
  readonly faults: readonly PlanFault[]
  /** Text that is read in a way that its writer may not expect. */
  readonly notes: readonly PlanFault[]
}

export interface TextLine extends PlanLine {
  /** It is between the marks of a code block, where the indent has no meaning. */
  readonly isCode?: boolean
}

export interface PlanDraft extends Omit<PlanNode, "description" | "more" | "hasTasks" | "isDone"> {
  readonly place: number
  /** Of a heading: how many marks it has. */
  readonly depth: number
  more: Readonly<Record<string, unknown>>
  readonly lines: TextLine[]
  readonly criteria: PlanCriterion[]
  hasTasks: boolean
  hasMore: boolean
}

export interface TreeManner {
  /** The words behind a title are text. */
  readonly isPlain: boolean
  /** Whether a heading without tasks below it is one itself. */
  readonly isTask: (heading: string) => boolean
}

/** The headings and items of a plan as they are read, and the position in them to which the next line belongs. */
export function createTree({ isPlain, isTask }: TreeManner) {
  const nodes: PlanDraft[] = []
  const faults: PlanFault[] = []
  const notes: PlanFault[] = []
  let [headings, items]: [PlanDraft[], PlanDraft[]] = [[], []]

  const owner = () => items.at(-1) ?? headings.at(-1)
  const note = ({ number: line }: Pick<PlanLine, "number">, message: string) =>
    void notes.push({ line, message })

  function blame({ number: line }: Pick<PlanLine, "number">, message: string, column?: number): void {
    faults.push({ line, message, ...(column !== undefined && { column }) })
  }

  function readTitle(at: PlanLine, title: string): PlanTitle {
    if (isPlain) return { title: title.trim() }
    const { read, faults: found } = parseTitle(title)
    // The words that were read are removed from the title; a backslash in the file is kept.
    for (const message of lostInTitle(restOf(title))) note(at, message)
    const column = at.raw.lastIndexOf(title)
    for (const { at: place, message } of found) blame(at, message, column + place + 1)
    return read
  }

  function add(at: PlanLine, title: string, own: Pick<PlanDraft, "indent" | "depth" | "box" | "isOptional">) {
    const parent = owner()
    const draft: PlanDraft = {
      ...own,
      line: at.number,
      place: nodes.length,
      parent: parent?.place,
      read: readTitle(at, title),
      more: {},
      lines: [],
      criteria: [],
      hasTasks: false,
      hasMore: false,
    }
    if (parent) {
      parent.hasTasks = true
      // Text after its tasks is a separate paragraph.
      if (parent.lines.at(-1)?.text) parent.lines.push({ ...at, text: "" })
    }
    nodes.push(draft)
    return draft
  }

  return {
    owner,
    blame,
    note,
    /** Ends the items to which text that begins at this column does not belong. */
    leave(indent: number) {
      while (items.length > 0 && !isDeeper(indent, items.at(-1))) items.pop()
    },
    addHeading(at: PlanLine, title: string, depth: number) {
      if (title.trim() === "") {
        note(at, "a heading without a title is left out")
        return
      }
      items = []
      headings = headings.filter((each) => each.depth < depth)
      headings.push(add(at, title, { indent: undefined, depth, box: undefined, isOptional: false }))
    },
    addItem: (at: PlanLine, { title, box, isOptional }: PlanItem) =>
      void items.push(add(at, title, { indent: at.indent, depth: 0, box, isOptional })),
    /** An item without a box is a task if an item with a box is below it. */
    lift(at: PlanLine, { lines: above }: PlanDraft) {
      const item = bulletIn(at)
      if (!item) return
      const below = above.splice(above.findIndex(({ number }) => number === at.number))
      items.push(add(at, item.title, { indent: at.indent, depth: 0, box: undefined, isOptional: false }))
      items.at(-1)?.lines.push(...below.slice(1))
      note(at, "an item that contains boxes is also a task")
    },
    addMore: (at: PlanLine, of: PlanDraft) =>
      void Object.assign(of, { hasMore: true, more: parseMore(at, blame) }),
    finish: (): Outline => ({ nodes: finish(withoutEmpty(nodes, isTask, note)), faults, notes }),
  }
}

/** Takes the lines of a code block unchanged. A code block in an item ends with the item. */
export function createFence(blame: (at: Pick<PlanLine, "number">, message: string) => void) {
  let open: { readonly mark: string; readonly of: PlanDraft | undefined; readonly at: PlanLine } | undefined
  const withoutEnd = "the code block that begins here has no end"
  return {
    open(at: PlanLine, of: PlanDraft | undefined) {
      const mark = fenceIn(at.text)
      if (mark !== undefined) open = { mark, of, at }
    },
    /** Whether a line is part of the block. */
    take(at: PlanLine): boolean {
      if (!open) return false
      const { of, mark } = open
      if (at.text !== "" && of?.indent !== undefined && !isDeeper(at.indent, of)) {
        blame(open.at, withoutEnd)
        open = undefined
        return false
      }
      of?.lines.push({ ...at, isCode: true })
      if (endsFence(at.text, mark)) open = undefined
      return true
    },
    end() {
      if (open) blame(open.at, withoutEnd)
    },
  }
}

// --- internal ---

function parseMore(at: PlanLine, blame: (at: PlanLine, message: string) => void): PlanDraft["more"] {
  try {
    return JSON.parse(at.text) as PlanDraft["more"]
  } catch (error) {
    blame(at, `a line with more fields must be one JSON object: ${(error as Error).message}`)
    return {}
  }
}

/** Whether what begins at this column belongs to an item. */
function isDeeper(indent: number, item: Pick<PlanDraft, "indent"> | undefined): boolean {
  return indent >= (item?.indent ?? 0) + 2
}

/** Removes the headings that contain no task and nothing that only a task can have. */
function withoutEmpty(
  nodes: readonly PlanDraft[],
  isTask: TreeManner["isTask"],
  note: (at: { number: number }, message: string) => void,
) {
  const kept = new Set<number>()
  for (const node of nodes.toReversed()) {
    const { place, parent, indent, read, hasMore, criteria } = node
    const isOne = indent !== undefined || hasMore || criteria.length > 0 || Object.keys(read).length > 1
    if (!isOne && !kept.has(place) && !isTask(read.title)) {
      note(
        { number: node.line },
        "there is no task below this heading, so the heading and its text are left out",
      )
      continue
    }
    kept.add(place)
    if (parent !== undefined) kept.add(parent)
  }
  const list = nodes.filter(({ place }) => kept.has(place))
  const places = new Map(list.map(({ place }, i) => [place, i]))
  const withTasks = new Set(list.map(({ parent }) => parent))
  return list.map((node) => ({
    ...node,
    hasTasks: withTasks.has(node.place),
    parent: node.parent === undefined ? undefined : places.get(node.parent),
  }))
}

function finish(drafts: readonly PlanDraft[]): PlanNode[] {
  const open = new Set<number>()
  const isDone = drafts.map(({ box }) => isDoneBox(box))
  for (const [i, { parent, indent, hasTasks, isOptional }] of [...drafts.entries()].toReversed()) {
    if (indent === undefined && hasTasks && !open.has(i)) isDone[i] = true
    const isOpen = open.has(i) || (isDone[i] !== true && !isOptional)
    if (parent !== undefined && isOpen) open.add(parent)
  }
  return drafts.map(
    ({ line, indent, parent, box, isOptional, hasTasks, read, more, lines, criteria }, i) => ({
      ...{ line, indent, parent, box, isOptional, hasTasks, read, more, criteria },
      isDone: isDone[i] === true,
      description: textOf(lines),
    }),
  )
}

function textOf(lines: readonly TextLine[]): string {
  let base = Infinity
  for (const { text, isCode, indent } of lines) if (text !== "" && !isCode) base = Math.min(base, indent)
  const texts = lines.map(({ raw, text }) => (text === "" ? "" : dedent(raw, base)))
  return texts.join("\n").replace(/^\n+|\n+$/g, "")
}
