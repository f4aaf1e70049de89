import { fail } from "../../errors.ts"

/** The flags, with the URL that was typed without one. */
export function inPlaceOfUrl(
  flags: Readonly<Record<string, unknown>>,
  word: string | undefined,
): Readonly<Record<string, unknown>> {
  if (word === undefined) return flags
  if (flags["url"] === undefined) return { ...flags, url: word }
  return fail("invalid_input", {
    detail: `The URL is given twice: as ${JSON.stringify(word)} and with --url.`,
    hint: "Leave one of them out.",
  })
}
