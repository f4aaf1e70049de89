export interface FoundCriterion {
  readonly text: string
  readonly isMet: boolean
}

/** Criteria from a text of several lines: one a line, without the marks of lists and headings before it. */
export function criteriaFrom(text: string): FoundCriterion[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const bare = line.replace(marks, "")
    const [, box, rest = bare] = checkbox.exec(bare) ?? []
    const said = rest.replace(/^#\d+\s+/, "").trim()
    return said === "" || /^[-*_=#]+$/.test(said) ? [] : [{ text: said, isMet: box === "x" || box === "X" }]
  })
}

/** The items of the task lists of a Markdown text, `- [ ] …`, outside of blocks of code. */
export function taskListsIn(markdown: string): FoundCriterion[] {
  let fence: string | undefined
  return markdown.split(/\r?\n/).flatMap((line) => {
    const [, mark] = /^\s*(```|~~~)/.exec(line) ?? []
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined
    return fence === undefined && /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s+\S/.test(line)
      ? criteriaFrom(line)
      : []
  })
}

// --- internal ---

const marks = /^\s*(?:>\s*)*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6})\s+)?/
const checkbox = /^\[([ xX])\]\s*(.*)$/
