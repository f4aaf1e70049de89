/** Text that looks like a field of a task but is not one, with the correct way to write it. */

/** In a title, as it stands behind its box. */
export function lostInTitle(title: string): string[] {
  return inTitle.flatMap(([form, way]) => {
    const [, word = ""] = form.exec(title) ?? []
    return word === "" ? [] : [`\`${word}\` is text here; ${way(word)}`]
  })
}

/** In a line of text below a task. */
export function lostInLine(text: string): string | undefined {
  if (/^done when:/i.test(text)) return "`Done when:` must be on a line of its own; this line is text"
  if (/^\{\s*"/.test(text)) return "a JSON line sets fields only directly below its task; this line is text"
  const [, name = ""] = asField.exec(text) ?? []
  return name === "" ? undefined : `\`${name}:\` is text here; ${wayOf(name.toLowerCase())}`
}

// --- internal ---

const afterTask = "add `{#name}` at the end of the other task's line, and write `(after #name)` here"
const atEnd = "it stands at the end of the line"

/** How a field of this name is written. */
function wayOf(name: string): string {
  if (/^(?:due|deadline)/.test(name))
    return 'write {"dueAt":"2030-01-31T12:00:00Z"} on a line of its own below the task'
  if (/^prio/.test(name)) return "write !P0, !P1, !P2 or !P3 after the title"
  if (/^(?:assign|owner)/.test(name)) return "write @name after the title"
  if (/^(?:tag|label)/.test(name)) return "write +tag after the title"
  if (/^(?:eta|est)/.test(name)) return "write ~2h after the title"
  if (/^(?:after|depend|block)/.test(name)) return afterTask
  return `write {"${name}":"…"} on a line of its own below the task`
}

const fieldNames =
  "due|deadline|priority|prio|assignee|assigned to|owner|tags?|labels?|estimate|est|eta|depends on|blocked by|after|project|reviewer"
const asField = new RegExp(String.raw`^(?:[-*+]\s+)?(?:\*\*|__)?(${fieldNames}):`, "i")

/** A backslash before a word marks it as text. */
const inTitle: readonly (readonly [RegExp, (word: string) => string])[] = [
  [
    /(?:^|\s)(\((?:after|depends on|blocked by|needs)\s[^()]*\))/i,
    (word) => (/#|t-\d/i.test(word) ? atEnd : afterTask),
  ],
  [
    /(?:^|\s)(\(check:\s*[^()]+\))\s*$/i,
    () =>
      'this ties a check to a criterion below "Done when:"; for the task write {"checks":["name"]} below it',
  ],
  [/(?:^|\s)(![a-oq-z]\w*|!p\d|!!+)(?=\s|$)/i, (word) => (/^!p\d/i.test(word) ? atEnd : wayOf("priority"))],
  [/(?:^|\s)([[(]p[0-4][\])])/i, () => wayOf("priority")],
  [/(?:^|\s)(~\d+[mhdw]\w*|\{#[^{}\s]*\})(?=\s|$)/i, () => atEnd],
  [/(?:^|\s)(#\p{L}[\p{L}\p{N}_-]*)(?=\s|$)/u, (word) => `write +${word.slice(1)} for a tag`],
  [
    new RegExp(String.raw`(?:^|\s)((?:${fieldNames}):[^\s:/]\S*)(?=\s|$)`, "i"),
    (word) => wayOf(word.split(":")[0]?.toLowerCase() ?? ""),
  ],
]
