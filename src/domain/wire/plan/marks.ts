import type { PlanLine } from "./lines.ts"

/** A line that begins a task. */
export interface PlanItem {
  /** What stands in its box; undefined where it has none. */
  readonly box: string | undefined
  /** `[ ]*`, as Kiro marks what may be left out. */
  readonly isOptional: boolean
  readonly title: string
}

export function headingIn({ indent, text }: PlanLine): { title: string; depth: number } | undefined {
  const found = indent === 0 ? /^(#{1,6})(?:[ \t]+(.*))?$/.exec(text) : null
  if (!found) return undefined
  const [, marks = "", title = ""] = found
  return { title: title.replace(/(?:^|[ \t]+)#+$/, ""), depth: marks.length }
}

/**
 * An item with a box: `- [ ] title`, `1. [x] title`, `- [ ]* title`. A letter other than x is a word: `[P]` is not a
 * box.
 */
export function boxIn({ text }: PlanLine): PlanItem | undefined {
  const found = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[([xX]|[^\]\p{L}\p{N}]?)\](\\?\*)?(?:[ \t]+(.*))?$/u.exec(text)
  if (!found) return undefined
  const [, box = "", star, title = ""] = found
  return { box, isOptional: star !== undefined, title }
}

/** An item without a box, of such a title. */
export function bulletIn(
  { text }: PlanLine,
  isTask: (title: string) => boolean = () => true,
): PlanItem | undefined {
  const [, title] = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/.exec(text) ?? []
  return title === undefined || !isTask(title) ? undefined : { box: undefined, isOptional: false, title }
}

export function isDoneBox(box: string | undefined): boolean {
  return box !== undefined && /^[xX✓✔√☑✅]$/u.test(box)
}

/** Lines of a text that hold no tasks. */
export interface LinesApart {
  /** Front matter at the top, and comments; they are not part of a plan. */
  readonly hidden: ReadonlySet<PlanLine>
  /** Code blocks, with their marks. */
  readonly code: ReadonlySet<PlanLine>
}

export function linesApart(lines: readonly PlanLine[]): LinesApart {
  const [hidden, code] = [new Set<PlanLine>(), new Set<PlanLine>()]
  const end = lines[0]?.raw === "---" ? lines.findIndex(({ raw }, i) => i > 0 && raw.trimEnd() === "---") : -1
  for (const line of lines.slice(0, end + 1)) hidden.add(line)
  let isComment = false
  let fence: string | undefined
  for (const line of lines.slice(end + 1)) {
    const { text } = line
    if (fence !== undefined) {
      code.add(line)
      if (endsFence(text, fence)) fence = undefined
      continue
    }
    if (!isComment) fence = fenceIn(text)
    if (fence !== undefined) code.add(line)
    isComment ||= text.startsWith("<!--")
    if (!isComment) continue
    hidden.add(line)
    isComment = !text.includes("-->")
  }
  return { hidden, code }
}

/** The mark that begins a code block. */
export function fenceIn(text: string): string | undefined {
  return /^(`{3,}|~{3,})/.exec(text)?.[1]
}

/** Whether a line ends the code block that this mark began. */
export function endsFence(text: string, mark: string): boolean {
  return text.startsWith(mark) && /^(?:`+|~+)$/.test(text)
}
