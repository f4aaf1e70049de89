/** The beginning of a summary that says that nothing had to be done. */
const mark = "nothing to do:"

/** @param why in one line */
export function sayNothingToDo(why: string, more?: string): string {
  return [`${mark} ${why}`, ...(more === undefined ? [] : [more])].join("\n\n")
}

/** Why nothing had to be done, if the first line of a text says so. */
export function nothingToDoIn(text: string): string | undefined {
  const [first = ""] = text.trimStart().split("\n")
  const why = first.slice(mark.length).trim()
  return first.toLowerCase().startsWith(mark) && why !== "" ? why : undefined
}
