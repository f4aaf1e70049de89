import { nameKey } from "./names.ts"

/**
 * The form in which two names that look alike are equal: `аnn` with a Cyrillic letter, `ａｎｎ`, and `ann` with an
 * invisible character. Names in an import are accepted as the other tool has them; `upnext doctor` reports those that
 * look alike.
 */
export function lookKey(name: string): string {
  if (isAscii.test(name)) return name.toLowerCase()
  const shown = nameKey(name.normalize("NFKC")).replaceAll(invisible, "").replaceAll(/\s+/g, " ").trim()
  return shown.replaceAll(/[^\p{ASCII}]/gu, (letter) => letters.get(letter) ?? letter)
}

/** Invisible letters and marks. In an emoji they join its parts. */
export function hidesSomething(name: string): boolean {
  return !isAscii.test(name) && !/\p{Extended_Pictographic}/u.test(name) && name.search(invisible) >= 0
}

// --- internal ---

const isAscii = /^[ -~]*$/
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * Each character with the Latin letter that it, or its capital, looks like: from the confusables of UTS #39, those in
 * common use.
 */
const pairs =
  "аaвbсcԁdеeԑeһhнhіiїiјjкkӏlмmпnоoрpԛqгrѕsтtυuѵvԝwхxуyαaβbεeηhιiκkμmνvοoρpτtχxγyζzıiɑaɡgհhոnօoսuցgզq"
const letters = new Map(
  Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i] ?? "", pairs[2 * i + 1] ?? ""]),
)
