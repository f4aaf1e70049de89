import { importKinds, type ImportKind } from "../../domain/wire/imports/import-form.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { fail } from "../../errors.ts"
import { mappableFields } from "../../interchange/csv/preset.ts"
import type { ReadWishes } from "../../interchange/reader.ts"
import { isStatusWord } from "../../interchange/words/statuses.ts"
import { nearest } from "../../nearest.ts"

type ImportFlags = Readonly<Record<string, unknown>>

/** What the flags say of how the files are to be read. */
export function wishesOf(flags: ImportFlags, project: string | undefined): ReadWishes {
  return {
    project,
    columns: pairsOf(flags, "map", checkField),
    statuses: pairsOf(flags, "map-status", checkStatus),
    isFree: flags["parallel"] === true,
    takesOptional: flags["optional"] === true,
    withoutPaths: flags["no-paths"] === true,
  }
}

export function kindOf(flags: ImportFlags): ImportKind | undefined {
  return importKinds.find((kind) => kind === flags.from)
}

// --- internal ---

/** `column=field`, each once; the last `=` divides, since a column may hold one. */
function pairsOf(
  flags: ImportFlags,
  name: string,
  check: (value: string, typed: string) => void,
): ReadonlyMap<string, string> | undefined {
  const typed = flags[name]
  if (!Array.isArray(typed)) return undefined
  return new Map(
    (typed as string[]).map((pair) => {
      const at = pair.lastIndexOf("=")
      const [key, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      if (at < 0 || key === "" || value === "")
        fail("invalid_input", {
          detail: `--${name} ${JSON.stringify(pair)} needs a name on both sides of the =.`,
          hint:
            name === "map"
              ? 'For example: --map "Story text=description".'
              : 'For example: --map-status "In QA=review".',
        })
      check(value, `--${name} ${JSON.stringify(pair)}`)
      return [key, value]
    }),
  )
}

function checkField(field: string, typed: string): void {
  if (mappableFields.some((each) => each === field)) return
  refuseWord(typed, "field", field, mappableFields)
}

function checkStatus(word: string, typed: string): void {
  if (!isStatusWord(word)) refuseWord(typed, "status", word, statuses)
}

function refuseWord(typed: string, what: string, word: string, known: readonly string[]): never {
  const meant = nearest(word, known)
  fail("invalid_input", {
    detail: `${typed}: ${JSON.stringify(word)} is not a ${what}.`,
    hint: meant === undefined ? `One of ${known.join(", ")}.` : `Did you mean ${meant}?`,
  })
}
