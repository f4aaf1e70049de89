/**
 * The documents of an index, each with a slot. When one is put again or removed, its old slot is dead: its entries are
 * skipped until they are swept away, and then the slot is used again.
 */
export function createDocuments() {
  /** By number of the document. Numbers are dense, so that an array takes a quarter of what a map takes. */
  const slots: (number | undefined)[] = []
  let size = 0
  const numbers: number[] = []
  const lengths: number[] = []
  let freeSlots: number[] = []
  let dead: number[] = []
  let totalLength = 0

  /** Gives up the slot of a document. Its entry in `slots` stays. */
  function bury(n: number): void {
    const slot = slots[n]
    if (slot === undefined) return
    numbers[slot] = 0
    totalLength -= lengths[slot] ?? 0
    dead.push(slot)
  }

  return {
    get size() {
      return size
    },
    /** By slot, the number of the document; 0 for a dead slot. */
    numbers,
    /** By slot, in words. */
    lengths,
    get averageLength() {
      return totalLength / Math.max(1, size)
    },
    /** Gives a document a slot, in place of its former one. */
    put(n: number, length: number): number {
      bury(n)
      const slot = freeSlots.pop() ?? numbers.length
      if (slots[n] === undefined) size++
      slots[n] = slot
      numbers[slot] = n
      lengths[slot] = length
      totalLength += length
      return slot
    },
    remove(n: number): void {
      if (slots[n] === undefined) return
      bury(n)
      slots[n] = undefined
      size--
    },
    /** Takes the dead slots, once they are many. `free` gives them back when nothing names them any more. */
    takeDead(): readonly number[] | undefined {
      if (dead.length < leastDead || dead.length < size / 4) return undefined
      const taken = dead
      dead = []
      return taken
    },
    free(taken: readonly number[]): void {
      freeSlots = freeSlots.concat(taken)
    },
  }
}

// --- internal ---

const leastDead = 500
