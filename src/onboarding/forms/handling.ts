import type { Form, Handling } from "../piece.ts"
import { block } from "./block.ts"
import { entry, item } from "./json.ts"
import { whole } from "./whole.ts"

/** How the form of a piece is read and written. */
export function handlingOf({ kind }: Form): Handling<Form> {
  return { block, entry, item, whole }[kind]
}
