import type { ClientRoute } from "../client/routes.ts"
import { asSentence, fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { toKebab } from "./find-flag.ts"

interface InputSoFar {
  readonly route: ClientRoute
  /** The fields that are given without a flag. */
  readonly words: readonly string[]
  readonly rename: Readonly<Record<string, string>>
  /** The fields that were given, also those of `--data`. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Refuses a command without this field. A field of `--data` that does not exist may be the one that was meant. */
export function failMissing(name: string, { route: { fields }, words, rename, input }: InputSoFar): never {
  const shown = words.includes(name) ? `<${toKebab(name)}>` : `--${rename[name] ?? toKebab(name)}`
  const unknown = Object.keys(input).find((each) => !(each in fields))
  if (unknown === undefined) return fail("invalid_input", `${shown} is missing.`)
  const meant = nearest(unknown, Object.keys(fields))
  const wish = meant === undefined ? "" : `; did you mean "${meant}"?`
  return fail("invalid_input", asSentence(`--data: unknown field "${unknown}"${wish}`))
}
