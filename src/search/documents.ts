/**
 * The documents of an index, each with a slot. When one is put again or removed, its old slot is dead: its entries are
 * skipped until they are swept away, and then the slot is used again.
 */
export interface Documents {
  readonly size: number
  /** By slot, the number of the document; 0 for a dead slot. */
  readonly numbers: readonly number[]
  /** By slot, in words. */
  readonly lengths: readonly number[]
  readonly averageLength: number
  /** Gives a document a slot, in place of its former one. */
  put(n: number, length: number): number
  remove(n: number): void
  /** Takes the dead slots, once they are many. `free` gives them back when nothing names them any more. */
  takeDead(): readonly number[] | undefined
  free(slots: readonly number[]): void
}

export function createDocuments(): Documents {
  const slots = new Map<number, number>()
  const numbers: number[] = []
  const lengths: number[] = []
  let freeSlots: number[] = []
  let dead: number[] = []
  let totalLength = 0

  /** Gives up the slot of a document. Its entry in `slots` stays: one that leaves and comes back makes a map slow. */
  function bury(n: number): void {
    const slot = slots.get(n)
    if (slot === undefined) return
    numbers[slot] = 0
    totalLength -= lengths[slot] ?? 0
    dead.push(slot)
  }

  return {
    get size() {
      return slots.size
    },
    numbers,
    lengths,
    get averageLength() {
      return totalLength / Math.max(1, slots.size)
    },
    put(n, length) {
      bury(n)
      const slot = freeSlots.pop() ?? numbers.length
      slots.set(n, slot)
      numbers[slot] = n
      lengths[slot] = length
      totalLength += length
      return slot
    },
    remove(n) {
      bury(n)
      slots.delete(n)
    },
    takeDead() {
      if (dead.length < leastDead || dead.length < slots.size / 4) return undefined
      const taken = dead
      dead = []
      return taken
    },
    free(taken) {
      freeSlots = freeSlots.concat(taken)
    },
  }
}

// --- internal ---

const leastDead = 500
