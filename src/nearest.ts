/**
 * The known name that is most similar, for `did you mean …`; undefined if several are equally similar or none is
 * similar enough.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name)
  let best: { name: string; plain: string; distance: number; isOnly: boolean } | undefined
  for (const each of known) {
    const candidate = plain(each)
    const [shorter, longer] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted]
    const isPart = shorter.length > 2 && longer.startsWith(shorter)
    // A name that was only begun, or that has extra text at its end, counts as nearer than a name with a wrong
    // letter.
    const distance = isPart ? 0.5 : distanceOf(wanted, candidate)
    if (!best || distance < best.distance) best = { name: each, plain: candidate, distance, isOnly: true }
    else if (distance === best.distance && candidate !== best.plain) best.isOnly = false
  }
  const isNear = best?.isOnly === true && best.distance <= mostWrong(wanted)
  return isNear ? best?.name : undefined
}

// --- internal ---

/** `dueAt`, `due_at` and `--DUE-AT` are the same to a person. */
function plain(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, "")
}

/**
 * A single letter is too short to contain a typo. Short words of equal length are often similar, so only one typo
 * is allowed in them.
 */
function mostWrong(wanted: string): number {
  return wanted.length < 2 ? 0 : Math.max(1, Math.floor((wanted.length + 1) / 4))
}

/** Two swapped letters are a more certain typo than a missing letter: `stauts` means status, not stats. */
const swap = 0.75
/** A typo in the first letter is rare: `port` is a different word from sort. */
const otherBeginning = 2

/** Letters to add, leave out, change or swap with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const changed = at(row, j - 1) + (isSame ? 0 : i === 1 && j === 1 ? otherBeginning : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(at(row, j) + 1, at(next, j - 1) + 1, changed, isSwap ? at(before, j - 2) + swap : Infinity),
      )
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: readonly number[], i: number): number {
  return row[i] ?? Infinity
}
