/**
 * The files that two git patches change in the same lines at the same positions. A file for which a patch shows no
 * lines, such as a binary file, is never included.
 */
export function sameFiles(patch: string, other: string): ReadonlySet<string> {
  const [these, those] = [changesIn(patch), changesIn(other)]
  return new Set([...these.keys()].filter((path) => these.get(path) === those.get(path)))
}

// --- internal ---

/** The changes to each file, without git's hash of its whole text. */
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
