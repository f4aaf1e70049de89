import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A move of the base that a landing made. */
export interface Landing {
  readonly from: string
  readonly to: string
}

/** Read from the log that git keeps of the base: people move it in other ways than by a fast-forward to a hash. */
export function landingsIn(root: string): Landing[] {
  return movesIn(root).filter(({ message }) =>
    /^(?:merge [0-9a-f]{40}: Fast-forward|upnext: land)$/.test(message),
  )
}

/** All that the base ever stood at here. */
export const stoodAt = (root: string) => new Set(movesIn(root).flatMap(({ from, to }) => [from, to]))

// --- internal ---

function movesIn(root: string): (Landing & { readonly message: string })[] {
  const log = readFileSync(join(root, ".git", "logs", "refs", "heads", "main"), "utf8")
  return log.split("\n").flatMap((line) => {
    const [, from, to, message = ""] = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*(?:\t(.*))?$/.exec(line) ?? []
    return from === undefined || to === undefined ? [] : [{ from, to, message }]
  })
}
