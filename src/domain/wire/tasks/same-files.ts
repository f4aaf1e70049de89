/**
 * The files that two patches of git change in the same lines of the same places. One that a patch shows no lines of, such
 * as a binary file, is never among them.
 */
export function sameFiles(patch: string, other: string): ReadonlySet<string> {
  const [these, those] = [changesIn(patch), changesIn(other)]
  return new Set([...these.keys()].filter((path) => these.get(path) === those.get(path)))
}

// --- internal ---

/** What is done to each file, without git's hash of its whole text. */
function changesIn(patch: string): ReadonlyMap<string, string> {
  const changes = new Map<string, string>()
  for (const text of patch.split(/^(?=diff --git )/m)) {
    const place = text.search(/^@@ /m)
    if (place < 0) continue
    const head = text.slice(0, place)
    const path = /^\+\+\+ b\/(.*?)\t?$/m.exec(head)?.[1] ?? /^--- a\/(.*?)\t?$/m.exec(head)?.[1]
    if (path !== undefined) changes.set(path, head.replace(/^index .*$/m, "") + text.slice(place))
  }
  return changes
}
