import { dedent, type PlanFault, type PlanLine } from "./lines.ts"
import { readTitle, type PlanTitle } from "./title.ts"

/** A heading or an item of a plan. */
export interface PlanNode {
  readonly line: number
  /** The column of an item's bullet; undefined for a heading. */
  readonly indent: number | undefined
  /** Its place among all nodes. */
  readonly parent: number | undefined
  readonly isDone: boolean
  readonly read: PlanTitle
  /** What its line of JSON says. */
  readonly more: Readonly<Record<string, unknown>>
  readonly description: string
  readonly criteria: readonly string[]
}

/** What a text says, before names are looked up. */
export interface Outline {
  readonly nodes: readonly PlanNode[]
  readonly faults: readonly PlanFault[]
  /** What is read in a way that the writer may not expect. */
  readonly notes: readonly PlanFault[]
}

/** Reads the Markdown of a plan; `docs/plan.md` describes it. */
export function readOutline(lines: readonly PlanLine[]): Outline {
  const nodes: PlanDraft[] = []
  const faults: PlanFault[] = []
  const notes: PlanFault[] = []
  let headings: PlanDraft[] = []
  let items: PlanDraft[] = []
  let criteria: { readonly of: PlanDraft; readonly indent: number } | undefined
  let fence: { readonly mark: string; readonly of: PlanDraft; readonly line: number } | undefined
  /** An item without a box: it is text, and can hold no task. */
  let bullet: PlanLine | undefined

  const blame = ({ number: line }: PlanLine, message: string, column?: number) =>
    void faults.push({ line, message, ...(column !== undefined && { column }) })
  const leave = (indent: number) => (items = items.filter((each) => isDeeper(indent, each)))

  function add(
    at: PlanLine,
    indent: number | undefined,
    depth: number,
    title: string,
    isDone: boolean,
  ): PlanDraft {
    const { read, faults: found } = readTitle(title)
    const column = at.raw.lastIndexOf(title)
    for (const { at: place, message } of found) blame(at, message, column + place + 1)
    const owner = items.at(-1) ?? headings.at(-1)
    const draft: PlanDraft = {
      ...{ line: at.number, place: nodes.length, indent, depth, parent: owner?.place, isDone, read },
      ...{ more: {}, lines: [], criteria: [], hasTasks: false, hasMore: false },
    }
    if (owner) {
      owner.hasTasks = true
      // What is written below its tasks is a paragraph of its own.
      if (owner.lines.length > 0) owner.lines.push({ ...at, text: "" })
    }
    nodes.push(draft)
    bullet = undefined
    criteria = undefined
    return draft
  }

  function readFence(at: PlanLine): boolean {
    if (!fence) return false
    if (at.text !== "" && fence.of.indent !== undefined && !isDeeper(at.indent, fence.of)) {
      faults.push({ line: fence.line, message: "the code that begins here has no end" })
      fence = undefined
      return false
    }
    fence.of.lines.push({ ...at, isCode: true })
    if (at.text.startsWith(fence.mark) && /^(`+|~+)$/.test(at.text)) fence = undefined
    return true
  }

  function readHeading(at: PlanLine): boolean {
    const found = at.indent === 0 ? /^(#{1,6})(?:[ \t]+(.*))?$/.exec(at.text) : null
    if (!found) return false
    const [, marks = "", title = ""] = found
    items = []
    headings = headings.filter(({ depth }) => depth < marks.length)
    headings.push(add(at, undefined, marks.length, title.replace(/(?:^|[ \t]+)#+$/, ""), false))
    return true
  }

  function readItem(at: PlanLine): boolean {
    const found = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]]?)\](?:[ \t]+(.*))?$/.exec(at.text)
    if (!found) return false
    const [, box = "", title = ""] = found
    if (!/^[ xX]$/.test(box)) blame(at, `[${box}] is no box: write [ ], or [x] for what is done`)
    leave(at.indent)
    const owner = items.at(-1) ?? headings.at(-1)
    if (criteria && criteria.of === owner && at.indent >= criteria.indent) {
      if (title === "") blame(at, "the criterion is missing")
      if (/x/i.test(box)) notes.push({ line: at.number, message: "the criterion is added as not met yet" })
      owner.criteria.push(title)
    } else {
      if (bullet && at.indent >= bullet.indent + 2)
        blame(bullet, "an item that holds tasks is a task too: write it with a box, `- [ ]`")
      items.push(add(at, at.indent, 0, title, /x/i.test(box)))
    }
    return true
  }

  function readText(at: PlanLine): void {
    leave(at.indent)
    const owner = items.at(-1) ?? headings.at(-1)
    if (owner && isDoneWhen(at)) return void (criteria = { of: owner, indent: at.indent })
    if (criteria !== undefined && criteria.of === owner)
      return blame(at, "below `Done when:` each criterion is one line with a box: `- [ ] tests pass`")
    if (!owner || (owner.indent === undefined && owner.hasTasks)) {
      const isRule = at.indent === 0 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(at.text)
      return isRule ? undefined : blame(at, nodes.length > 0 ? belowTasks : beforeTasks)
    }
    if (at.text.startsWith('{"') && !owner.lines.some(({ text }) => text !== "") && !owner.hasMore)
      return readMore(at, owner)
    noteBullet(at, owner)
    if (/^done when:/i.test(at.text))
      notes.push({ line: at.number, message: "`Done when:` stands alone on its line; this one is text" })
    const [, mark] = /^(`{3,}|~{3,})/.exec(at.text) ?? []
    if (mark !== undefined) fence = { mark, of: owner, line: at.number }
    owner.lines.push(at)
  }

  function noteBullet(at: PlanLine, owner: PlanDraft): void {
    if (!/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(at.text)) {
      if (bullet && at.indent <= bullet.indent) bullet = undefined
      return
    }
    if (!bullet || at.indent <= bullet.indent) bullet = at
    if (owner.indent === undefined)
      notes.push({ line: at.number, message: "an item without a box is text of its heading, not a task" })
  }

  function readMore(at: PlanLine, owner: PlanDraft): void {
    owner.hasMore = true
    try {
      owner.more = JSON.parse(at.text) as PlanDraft["more"]
    } catch (error) {
      blame(at, `a line of more fields is one JSON object: ${(error as Error).message}`)
    }
  }

  for (const at of lines) {
    if (readFence(at)) continue
    if (at.text === "") (items.at(-1) ?? headings.at(-1))?.lines.push(at)
    else if (!readHeading(at) && !readItem(at)) readText(at)
  }
  if (fence) faults.push({ line: fence.line, message: "the code that begins here has no end" })
  return { nodes: nodes.map(finish), faults, notes }
}

// --- internal ---

interface TextLine extends PlanLine {
  /** It stands between the marks of a code block, where the indent means nothing. */
  readonly isCode?: boolean
}

interface PlanDraft extends Omit<PlanNode, "description" | "more"> {
  readonly place: number
  /** Of a heading: how many marks it has. */
  readonly depth: number
  more: Readonly<Record<string, unknown>>
  readonly lines: TextLine[]
  readonly criteria: string[]
  hasTasks: boolean
  hasMore: boolean
}

const beforeTasks = "this text belongs to no task: it needs a heading or an item above it"
const belowTasks =
  "this text stands below tasks: indent it below the task that it describes, or put it above the tasks of its heading"

/** Whether what begins at this column belongs to an item. */
function isDeeper(indent: number, item: PlanDraft): boolean {
  return indent >= (item.indent ?? 0) + 2
}

function isDoneWhen({ text }: PlanLine): boolean {
  return /^(\*\*|__|)done when:\1$/i.test(text)
}

function finish({ line, indent, parent, isDone, read, more, lines, criteria }: PlanDraft): PlanNode {
  const base = Math.min(
    ...lines.filter(({ text, isCode }) => text !== "" && !isCode).map((each) => each.indent),
  )
  const texts = lines.map(({ raw, text }) => (text === "" ? "" : dedent(raw, base)))
  const description = texts.join("\n").replace(/^\n+|\n+$/g, "")
  return { line, indent, parent, isDone, read, more, description, criteria }
}
