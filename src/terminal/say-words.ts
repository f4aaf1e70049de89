import type { Hear } from "../client/hear.ts"
import { placeText } from "../domain/wire/tasks/place.ts"
import { line, note, style } from "./output.ts"
import { indented } from "./wrap.ts"

/** What others have said on a task that the caller holds, beside the answer. */
export const sayWords: Hear = (task, said) => {
  for (const { id, author, content, place } of said) {
    const at = place ? ` at ${line(placeText(place))}` : ""
    note(`${style.yellow("said")}  by ${line(author)} on ${task}${at} (${id}):`)
    for (const each of indented(content, 2)) note(each)
  }
}
