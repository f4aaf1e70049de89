import { fail } from "../../errors.ts"
import { hasGaps } from "../board/task-orders.ts"
import type { SetPlace } from "../collections/place-set.ts"
import type { Sort } from "./task-sort.ts"

/** The place after which a list goes on, as text, such as `7.1760000000000.-updated`. Without a place in it: `7..due`. */
export function toCursor({ key, n }: SetPlace, sort: Sort): string {
  return `${n}.${key === Infinity ? "" : key}.${sort}`
}

/** @throws invalid_input unless it is a cursor of a list in this order */
export function fromCursor(cursor: string, sort: Sort): SetPlace {
  const [, n = "", key = "", of = ""] = /^([1-9]\d{0,14})\.(-?\d{1,16}|)\.(-?[a-z]+)$/.exec(cursor) ?? []
  if (of === sort && (key !== "" || hasGaps(sort.replace("-", ""))))
    return { n: Number(n), key: key === "" ? Infinity : Number(key) }
  const isOther = of !== "" && of !== sort
  return fail("invalid_input", {
    detail: isOther
      ? `That cursor belongs to a list sorted by ${of}, not by ${sort}.`
      : "That is not a cursor of this list.",
    facts: { field: "cursor" },
    errors: [
      {
        path: "cursor",
        message: `expected the \`next\` of the page before, of a list sorted by ${sort}`,
        received: cursor,
      },
    ],
  })
}
