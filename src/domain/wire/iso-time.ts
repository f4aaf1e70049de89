import * as z from "zod"

export const isoForm = "an ISO 8601 time such as 2030-01-31T12:00:00Z"

/**
 * Seconds and the colon of the offset are optional. Does not use z.regexes, because naming it adds all of them to every
 * bundle.
 */
export const isoPattern = new RegExp(
  `${String(z.iso.date()._zod.def.pattern?.source).slice(0, -1)}T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)$`,
  "i",
)

/** The same for schemas, which have no flags. */
export const isoInSchema = isoPattern.source.replace("T(", "[Tt](").replace("(?:Z|", "(?:[Zz]|")

/** @returns ms since 1970; undefined for a text that is not an ISO 8601 time with an offset */
export function parseIso(text: string): number | undefined {
  if (!isoPattern.test(text)) return undefined
  return Date.parse(text.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, "$1:$2"))
}
