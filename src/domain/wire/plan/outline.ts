import { isDoneWhen, takeEvidence, type PlaceOfCriteria, type PlanCriterion } from "./criteria.ts"
import { dedent, type PlanFault, type PlanLine } from "./lines.ts"
import { lostInLine, lostInTitle } from "./lost-fields.ts"
import { parseTitle, restOf, type PlanTitle } from "./title.ts"

/** A heading or an item of a plan. */
export interface PlanNode {
  readonly line: number
  /** The column of an item's bullet; undefined for a heading. */
  readonly indent: number | undefined
  /** Its place among all nodes. */
  readonly parent: number | undefined
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
  /** What is read in a way that the writer may not expect. */
  readonly notes: readonly PlanFault[]
}

/** Reads the Markdown of a plan; `docs/plan.md` describes it. */
export function parseOutline(lines: readonly PlanLine[]): Outline {
  const tree = createTree()
  const { blame, note } = tree
  let criteria: PlaceOfCriteria | undefined
  let fence: { readonly mark: string; readonly of: PlanDraft; readonly line: number } | undefined
  /** An item without a box: it is text, and can hold no task. */
  let bullet: PlanLine | undefined

  function takeFence(at: PlanLine): boolean {
    if (!fence) return false
    if (at.text !== "" && fence.of.indent !== undefined && !isDeeper(at.indent, fence.of)) {
      blame({ number: fence.line }, withoutEnd)
      fence = undefined
      return false
    }
    fence.of.lines.push({ ...at, isCode: true })
    if (at.text.startsWith(fence.mark) && /^(`+|~+)$/.test(at.text)) fence = undefined
    return true
  }

  function takeItem(at: PlanLine, { box, title }: Item): void {
    if (!/^[ xX]$/.test(box)) blame(at, `[${box}] is no box: write [ ], or [x] for what is done`)
    tree.leave(at.indent)
    const owner = tree.owner()
    if (criteria && criteria.of === owner && at.indent >= criteria.indent) {
      if (title === "") blame(at, "the criterion is missing")
      owner.criteria.push({ text: title, isMet: /x/i.test(box) })
      criteria.last = at.indent
      return
    }
    if (bullet && at.indent >= bullet.indent + 2)
      blame(bullet, "an item that holds tasks is a task too: write it with a box, `- [ ]`")
    tree.addItem(at, title, /x/i.test(box))
    bullet = criteria = undefined
  }

  function takeText(at: PlanLine): void {
    tree.leave(at.indent)
    const owner = tree.owner()
    if (owner && isDoneWhen(at)) return void (criteria = { of: owner, indent: at.indent, last: Infinity })
    if (criteria !== undefined && criteria.of === owner)
      return takeEvidence(criteria, at) ? undefined : blame(at, onlyBoxes)
    if (!owner || (owner.indent === undefined && owner.hasTasks)) {
      const isRule = at.indent === 0 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(at.text)
      return isRule ? undefined : blame(at, tree.isEmpty() ? beforeTasks : belowTasks)
    }
    if (/^\{\s*"/.test(at.text) && !owner.lines.some(({ text }) => text !== "") && !owner.hasMore)
      return tree.addMore(at, owner)
    noteBullet(at, owner)
    const lost = lostInLine(at.text)
    if (lost !== undefined) note(at, lost)
    if (/^done when:/i.test(at.text)) note(at, "`Done when:` stands alone on its line; this one is text")
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
    if (owner.indent === undefined) note(at, "an item without a box is text of its heading, not a task")
  }

  for (const at of lines) {
    if (takeFence(at)) continue
    const heading = headingIn(at)
    const item = itemIn(at)
    if (at.text === "") tree.owner()?.lines.push(at)
    else if (heading) {
      tree.addHeading(at, heading.title, heading.depth)
      bullet = criteria = undefined
    } else if (item) takeItem(at, item)
    else takeText(at)
  }
  if (fence) blame({ number: fence.line }, withoutEnd)
  return tree.finish()
}

// --- internal ---

interface TextLine extends PlanLine {
  /** It stands between the marks of a code block, where the indent means nothing. */
  readonly isCode?: boolean
}

interface PlanDraft extends Omit<PlanNode, "description" | "more" | "hasTasks"> {
  readonly place: number
  /** Of a heading: how many marks it has. */
  readonly depth: number
  more: Readonly<Record<string, unknown>>
  readonly lines: TextLine[]
  readonly criteria: PlanCriterion[]
  hasTasks: boolean
  hasMore: boolean
}

/** The headings and items of a plan as they are read, and where in them the next line stands. */
function createTree() {
  const nodes: PlanDraft[] = []
  const faults: PlanFault[] = []
  const notes: PlanFault[] = []
  let headings: PlanDraft[] = []
  let items: PlanDraft[] = []

  const owner = () => items.at(-1) ?? headings.at(-1)

  function blame({ number: line }: Pick<PlanLine, "number">, message: string, column?: number): void {
    faults.push({ line, message, ...(column !== undefined && { column }) })
  }

  function add(at: PlanLine, title: string, own: Pick<PlanDraft, "indent" | "depth" | "isDone">): PlanDraft {
    const { read, faults: found } = parseTitle(title)
    // What was read is gone from the title; a backslash stays in what stands in the file.
    for (const message of lostInTitle(restOf(title))) notes.push({ line: at.number, message })
    const column = at.raw.lastIndexOf(title)
    for (const { at: place, message } of found) blame(at, message, column + place + 1)
    const parent = owner()
    const draft: PlanDraft = {
      ...own,
      line: at.number,
      place: nodes.length,
      parent: parent?.place,
      read,
      more: {},
      lines: [],
      criteria: [],
      hasTasks: false,
      hasMore: false,
    }
    if (parent) {
      parent.hasTasks = true
      // What is written below its tasks is a paragraph of its own.
      if (parent.lines.length > 0) parent.lines.push({ ...at, text: "" })
    }
    nodes.push(draft)
    return draft
  }

  return {
    owner,
    blame,
    note: ({ number: line }: PlanLine, message: string) => void notes.push({ line, message }),
    isEmpty: () => nodes.length === 0,
    /** Ends the items that what begins at this column does not belong to. */
    leave: (indent: number) => void (items = items.filter((each) => isDeeper(indent, each))),
    addHeading(at: PlanLine, title: string, depth: number) {
      items = []
      headings = headings.filter((each) => each.depth < depth)
      headings.push(add(at, title, { indent: undefined, depth, isDone: false }))
    },
    addItem: (at: PlanLine, title: string, isDone: boolean) =>
      void items.push(add(at, title, { indent: at.indent, depth: 0, isDone })),
    addMore(at: PlanLine, of: PlanDraft) {
      of.hasMore = true
      try {
        of.more = JSON.parse(at.text) as PlanDraft["more"]
      } catch (error) {
        blame(at, `a line of more fields is one JSON object: ${(error as Error).message}`)
      }
    },
    finish: (): Outline => ({ nodes: nodes.map(finish), faults, notes }),
  }
}

function headingIn({ indent, text }: PlanLine): { title: string; depth: number } | undefined {
  const found = indent === 0 ? /^(#{1,6})(?:[ \t]+(.*))?$/.exec(text) : null
  if (!found) return undefined
  const [, marks = "", title = ""] = found
  return { title: title.replace(/(?:^|[ \t]+)#+$/, ""), depth: marks.length }
}

interface Item {
  readonly box: string
  readonly title: string
}

function itemIn({ text }: PlanLine): Item | undefined {
  const found = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[([^\]]?)\](?:[ \t]+(.*))?$/.exec(text)
  if (!found) return undefined
  const [, box = "", title = ""] = found
  return { box, title }
}

const onlyBoxes = "below `Done when:` each criterion is one line with a box: `- [ ] tests pass`"
const withoutEnd = "the code that begins here has no end"
const beforeTasks = "this text belongs to no task: it needs a heading or an item above it"
const belowTasks =
  "this text stands below tasks: indent it below the task that it describes, or put it above the tasks of its heading"

/** Whether what begins at this column belongs to an item. */
function isDeeper(indent: number, item: PlanDraft): boolean {
  return indent >= (item.indent ?? 0) + 2
}

function finish(draft: PlanDraft): PlanNode {
  const { line, indent, parent, isDone, hasTasks, read, more, lines, criteria } = draft
  const base = Math.min(
    ...lines.filter(({ text, isCode }) => text !== "" && !isCode).map((each) => each.indent),
  )
  const texts = lines.map(({ raw, text }) => (text === "" ? "" : dedent(raw, base)))
  const description = texts.join("\n").replace(/^\n+|\n+$/g, "")
  return { line, indent, parent, isDone, hasTasks, read, more, description, criteria }
}
