import { isSameName } from "../../domain/wire/names.ts"
import { line } from "../../terminal/output.ts"

/** Who acted, and by which account where that has another name: `ann (by ci)`. */
export function actorText({
  actor,
  via = null,
}: {
  readonly actor: string
  readonly via?: string | null | undefined
}) {
  return via === null || isSameName(via, actor) ? line(actor) : `${line(actor)} (by ${line(via)})`
}
