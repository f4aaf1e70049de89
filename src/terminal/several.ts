import { fail, UpnextError, type ErrorCode } from "../errors.ts"
import { readStdin } from "../machine/text.ts"
import type { Parsed } from "./flags.ts"
import { toTaskId } from "./input.ts"
import { exitOf, report } from "./report.ts"

/** Flags that make sense for one task only. */
const ofOneTask = ["lease-token", "if-version", "editor"]

/** After one of these errors, the next task would fail the same way. */
const endings: readonly ErrorCode[] = ["unreachable", "not_upnext", "other_home", "unauthorized"]

/** `-` in place of ids stands for those on standard input, such as one a line. */
export async function withIdsOfInput<P extends Pick<Parsed, "positionals">>(parsed: P): Promise<P> {
  const [first, ...words] = parsed.positionals
  if (first !== "-") return parsed
  const ids = (await readStdin()).split(/\s+/).filter((id) => id !== "")
  return { ...parsed, positionals: [...ids, ...words] }
}

/** The distinct ids among the words. Throws `invalid_input` if several tasks come with a flag for one task. */
export function toIds(words: readonly string[], flags: Readonly<Record<string, unknown>>): string[] {
  const flag = ofOneTask.find((name) => name in flags)
  if (flag !== undefined)
    fail("invalid_input", {
      detail: `--${flag} applies to one task, but several tasks are named.`,
      hint: `Name one task, or leave --${flag} out.`,
    })
  return [...new Set(words.map((word) => toTaskId(word).toUpperCase()))]
}

/** Whether the form of the input is wrong, and not what it asks of this task. */
const isOfAll = ({ code, errors = [], facts: { field, task } }: UpnextError): boolean =>
  code === "invalid_input" && errors.length > 0 && field === undefined && task === undefined

/**
 * Does something for each task, one after the other, and reports what fails without stopping there.
 * @returns the exit status: that of one task if all end the same way, otherwise 1
 */
export async function forEachId(
  ids: readonly string[],
  isJson: boolean,
  run: (id: string) => Promise<number>,
): Promise<number> {
  const statuses = new Set<number>()
  for (const id of ids) {
    try {
      statuses.add(await run(id))
    } catch (error) {
      if (!(error instanceof UpnextError) || endings.includes(error.code) || isOfAll(error)) throw error
      if (!error.message.includes(id)) error.message = `${id}: ${error.message}`
      report(error, isJson)
      statuses.add(exitOf(error))
    }
  }
  const [status = 0] = statuses
  return statuses.size > 1 ? 1 : status
}
