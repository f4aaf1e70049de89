/** The marks before and after the text of a task in a spec: `T012 [P] [US1] Add the model`. */
export interface Label {
  /** `T012`, `1.2`, `FOUND-004`; undefined where it has none. */
  readonly id: string | undefined
  /** `[P]` or `(P)`: it can be done beside its neighbours. */
  readonly isParallel: boolean
  /** `1.2*`: it may be left out. */
  readonly isOptional: boolean
  /** The words in the other brackets, such as `US1`. */
  readonly tags: readonly string[]
  /** `~~text~~`: it is not to be done any more. */
  readonly isStruck: boolean
  readonly title: string
}

export function readLabel(written: string): Label {
  // The template of spec-kit has tasks without a number yet.
  const text = written.replace(/^TX{2,4}:?\s+/, "")
  const { em = "", id, rest } = idForms.map((form) => form.exec(text)?.groups).find(Boolean) ?? {}
  let title = id === undefined ? text : `${em}${rest ?? ""}`
  const tags: string[] = []
  let isParallel = false
  for (;;) {
    title = title.replace(/^\[deps?:[^\]]*\]\s*/i, "")
    const [whole, word] =
      /^(?:\[([\p{Lu}][\p{L}\p{N}/ _-]{0,30})\]|\((P)\))[:\s]*/u.exec(title)?.filter(Boolean) ?? []
    if (whole === undefined || word === undefined) break
    if (word === "P") isParallel = true
    else tags.push(word)
    title = title.slice(whole.length)
  }
  const [end] = /\s+(?:\(P\)|\[P\])\s*$/.exec(title) ?? []
  if (end !== undefined) title = title.slice(0, -end.length)
  const isOptional = id !== undefined && /^\S*\d[a-z]?\\?\*(?!\*)/.test(text)
  const isStruck = /^~~[^~]+~~/.test(title.trim())
  return {
    id,
    isParallel: isParallel || end !== undefined,
    isOptional,
    isStruck,
    tags,
    title: withoutMarks(title),
  }
}

/** The number of a user story that a phase is about: in spec-kit, user stories can be done in parallel. */
export function storyIn(heading: string): string | undefined {
  return /\b(?:user story|US)[ -]?(\d+)/i.exec(heading)?.[1]
}

// --- internal ---

const number = String.raw`[A-Z]?\d{1,6}[a-z]?(?:[.-][A-Z]?\d{1,4}[a-z]?)*`
const open = String.raw`(?<em>\*\*|__|~~)?\x60?`
const close = String.raw`(?:\*\*|__)?\x60?(?:\\?\*)?`
/** `UTF-8 text` and `S3 bucket` begin with a name, not with an id. */
const noName = String.raw`^(?!(?:UTF|SHA|ISO|RFC|GPT|AES|RSA|RS|HS|CVE|TLS|IPV|ES|EC|MD|MP|H(?:TTP)?|X)-?\d|[A-SU-Z][A-Z]{0,9}\d[a-z]?\s)`
const idForms = [
  // `T012`, `P1-3`, `[FOUND-004]`, `T-PN-001`
  new RegExp(
    String.raw`${noName}${open}\[?(?<id>(?:[A-Z]{1,10}-){0,2}[A-Z]{1,10}-?${number})\]?${close}[:.)]?\s+(?<rest>.*)$`,
    "u",
  ),
  // `T00A`, `T031-MIN`, `T45v2`
  new RegExp(
    String.raw`^${open}(?<id>T\d[\dA-Z]{1,4}[a-z]?(?:v\d)?(?:-[A-Z]{2,6})?)${close}[:.)]?\s+(?<rest>.*)$`,
    "u",
  ),
  // `1.2`, `Task 3`, `2-1:`
  new RegExp(
    String.raw`^${open}(?:Task\s+)?(?<id>\d{1,4}[a-z]?(?:[.-]\d{1,4}[a-z]?)+)${close}[:.)]?\s+(?<rest>.*)$`,
    "iu",
  ),
  // `1. text`, `2) text`: a number alone may be part of the text.
  new RegExp(String.raw`^${open}(?:Task\s+)?(?<id>\d{1,4}[a-z]?)${close}[:.)](?!\d)\s*(?<rest>\S.*)$`, "iu"),
  new RegExp(String.raw`^${open}Task\s+(?<id>\d{1,4}[a-z]?)${close}\s+(?<rest>.*)$`, "iu"),
]

/**
 * `**Title**` and `~~Title~~` are read as the title. A mark whose other half was removed with the id is removed too.
 */
function withoutMarks(text: string): string {
  const title = text.trim()
  const [, whole] = /^(?:\*\*|__|~~)(.+?)(?:\*\*|__|~~)$/.exec(title) ?? []
  if (whole !== undefined && !/\*\*|__|~~/.test(whole)) return whole.trim()
  const [, mark = "", rest = ""] = /^(\*\*|__|~~)(.*)$/.exec(title) ?? []
  return mark !== "" && !rest.includes(mark) ? rest.trim() : title
}
