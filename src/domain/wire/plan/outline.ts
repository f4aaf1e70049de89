import { isAcceptance, isDoneWhen, takeEvidence, type PlaceOfCriteria } from "./criteria.ts"
import type { PlanLine } from "./lines.ts"
import { lostInLine } from "./lost-fields.ts"
import { boxIn, bulletIn, headingIn, linesApart, isDoneBox, type LinesApart, type PlanItem } from "./marks.ts"
import { createFence, createTree, type Outline, type PlanDraft } from "./outline-tree.ts"

export interface OutlineManner {
  /**
   * Set for a spec, which is read only as headings, boxes and text, without words after a title or lines of fields. If
   * there are no boxes, the items and headings for which this returns true are tasks.
   */
  readonly isNumbered?: (title: string) => boolean
}

/** Reads the Markdown of a plan; `docs/plan.md` describes it. */
export function parseOutline(lines: readonly PlanLine[], { isNumbered }: OutlineManner = {}): Outline {
  const [isPlain, isTask] = [isNumbered !== undefined, isNumbered ?? (() => true)]
  const apart = linesApart(lines)
  const form = formOf(lines, isTask, apart)
  const tree = createTree({ isPlain, isTask: form === "headings" ? isTask : () => false })
  const { blame, note } = tree
  for (const [at, message] of notesOf(lines, apart, isPlain)) note(at, message)
  const fence = createFence(blame)
  let criteria: PlaceOfCriteria | undefined
  /** An item without a box, which is text unless a box is below it. */
  let bullet: { readonly at: PlanLine; readonly of: PlanDraft } | undefined

  function takeItem(at: PlanLine, item: PlanItem): void {
    const { box = " ", title } = item
    tree.leave(at.indent)
    const owner = tree.owner()
    if (criteria && criteria.of === owner && at.indent >= criteria.indent) {
      if (title === "") blame(at, "the criterion is missing")
      owner.criteria.push({ text: title, isMet: isDoneBox(box) })
      criteria.last = at.indent
      return
    }
    if (title.trim() === "") return note(at, "a box without a title is left out")
    if (!isDoneBox(box) && box.trim() !== "") note(at, `[${box}] is read as open, like [ ]`)
    if (bullet && bullet.of === owner && at.indent >= bullet.at.indent + 2) tree.lift(bullet.at, owner)
    tree.addItem(at, item)
    bullet = criteria = undefined
  }

  function takeText(at: PlanLine): void {
    tree.leave(at.indent)
    const owner = tree.owner()
    if (owner && (isPlain ? owner.indent !== undefined && isAcceptance(at) : isDoneWhen(at))) {
      criteria = { of: owner, indent: at.indent, last: Infinity }
      if (!isPlain) return
    } else if (criteria !== undefined && criteria.of === owner) {
      if (takeEvidence(criteria, at)) return
      if (!isPlain) return blame(at, onlyBoxes)
      criteria = undefined
    }
    const isBelow = !owner || (owner.indent === undefined && owner.hasTasks)
    if (isBelow && at.indent === 0 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(at.text)) return
    fence.open(at, owner)
    if (!owner) return note(at, "there is no heading or task above this text, so the text is left out")
    if (isBelow && !isPlain) note(at, "text below tasks is text of their heading")
    else if (!isPlain) {
      if (/^\{\s*"/.test(at.text) && !owner.lines.some(({ text }) => text !== "") && !owner.hasMore)
        return tree.addMore(at, owner)
      const lost = lostInLine(at.text)
      if (lost !== undefined) note(at, lost)
    }
    noteBullet(at, owner)
    owner.lines.push(at)
  }

  function noteBullet(at: PlanLine, owner: PlanDraft): void {
    if (bulletIn(at) === undefined) {
      if (bullet && at.indent <= bullet.at.indent) bullet = undefined
      return
    }
    if (!bullet || at.indent <= bullet.at.indent) bullet = { at, of: owner }
    if (owner.indent === undefined && !isPlain)
      note(at, "an item without a box becomes part of the text under its heading, not a task")
  }

  for (const at of lines) {
    if (apart.hidden.has(at) || fence.take(at)) continue
    const heading = headingIn(at)
    const item = boxIn(at) ?? (form === "bullets" ? bulletIn(at, isTask) : undefined)
    if (heading) bullet = criteria = undefined
    if (at.text === "") tree.owner()?.lines.push(at)
    else if (heading) tree.addHeading(at, heading.title, heading.depth)
    else if (item) takeItem(at, item)
    else takeText(at)
  }
  fence.end()
  if (form === "bullets") note({ number: 1 }, "there is no box, so each item is a task")
  return tree.finish()
}

/**
 * The form of the tasks in a text: items with boxes; if there are no boxes, all items; if there are no items, all
 * headings.
 */
export function formOf(
  lines: readonly PlanLine[],
  isTask: (title: string) => boolean = () => true,
  { hidden, code } = linesApart(lines),
): "boxes" | "bullets" | "headings" {
  let form: "bullets" | "headings" = "headings"
  for (const at of lines) {
    if (hidden.has(at) || code.has(at)) continue
    if (boxIn(at)) return "boxes"
    if (at.indent < 2 && bulletIn(at, isTask)) form = "bullets"
  }
  return form
}

// --- internal ---

/** What the lines that are no part of the plan hold. */
function notesOf([first]: readonly PlanLine[], { hidden }: LinesApart, isPlain: boolean) {
  return [...hidden].flatMap((at): [PlanLine, string][] => {
    if (at === first && at.raw === "---") return [[at, "front matter is left out"]]
    return isPlain && hasBox.test(at.text) ? [[at, "a box in a comment is left out"]] : []
  })
}

const hasBox = /(?:^|[\s-])[-*+] \[[ xX]?\] \S/
const onlyBoxes = "below `Done when:` each criterion is one line with a box: `- [ ] tests pass`"
