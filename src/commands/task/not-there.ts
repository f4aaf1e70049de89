import { note } from "../../terminal/output.ts"
import type { unknownNames } from "../../terminal/unknown-names.ts"

type AskedFor = Parameters<typeof unknownNames>[0]

/** A sentence for each agent and project that was asked for and is not there. */
export async function sayNotThere(asked: AskedFor): Promise<string[]> {
  const parts = await import("../help-parts.ts")
  return (await parts.nothing()).unknownNames(asked)
}

/** Says the same on standard error. */
export async function noteNotThere(asked: AskedFor): Promise<void> {
  for (const each of await sayNotThere(asked)) note(each)
}
