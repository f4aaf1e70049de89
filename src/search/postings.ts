/**
 * Many growing lists of 32-bit numbers, kept in a few large arrays: 8 bytes an entry. A JavaScript Map takes 37 bytes
 * an entry. Measured with 45 words a task, that is 2,300 bytes a task instead of 400.
 */
export interface Postings {
  /** Makes an empty list and returns its number, which may be that of a list closed before. */
  open(): number
  add(list: number, value: number): void
  size(list: number): number
  /** Visits the values of a list, the last added first. */
  each(list: number, visit: (value: number) => void): void
  /** Removes the values that are not to be kept. Returns how many stay. */
  sweep(list: number, isKept: (value: number) => boolean): number
  /** Gives up a list, which must be empty. */
  close(list: number): void
}

const pageBits = 13
const pageSize = 1 << pageBits

export function createPostings(): Postings {
  // Entry i is in page i >> 13. It holds a value and the number of the next entry, 0 for none. Entry 0 is never used.
  const pages: Uint32Array[] = []
  const heads: number[] = []
  const sizes: number[] = []
  const closed: number[] = []
  let used = 1
  let free = 0

  const place = (entry: number) => (entry & (pageSize - 1)) << 1
  const pageOf = (entry: number) => pages[entry >>> pageBits] as Uint32Array
  const nextOf = (entry: number) => pageOf(entry)[place(entry) + 1] as number
  const valueOf = (entry: number) => pageOf(entry)[place(entry)] as number
  const link = (entry: number, next: number) => (pageOf(entry)[place(entry) + 1] = next)

  function take(): number {
    if (free === 0) {
      if (used >>> pageBits >= pages.length) pages.push(new Uint32Array(pageSize * 2))
      return used++
    }
    const entry = free
    free = nextOf(entry)
    return entry
  }

  return {
    open() {
      const list = closed.pop() ?? heads.length
      heads[list] = 0
      sizes[list] = 0
      return list
    },
    add(list, value) {
      const entry = take()
      pageOf(entry)[place(entry)] = value
      link(entry, heads[list] ?? 0)
      heads[list] = entry
      sizes[list] = (sizes[list] ?? 0) + 1
    },
    size: (list) => sizes[list] ?? 0,
    each(list, visit) {
      for (let entry = heads[list] ?? 0; entry !== 0; entry = nextOf(entry)) visit(valueOf(entry))
    },
    sweep(list, isKept) {
      let before = 0
      let next = 0
      for (let entry = heads[list] ?? 0; entry !== 0; entry = next) {
        next = nextOf(entry)
        if (isKept(valueOf(entry))) {
          before = entry
          continue
        }
        if (before === 0) heads[list] = next
        else link(before, next)
        link(entry, free)
        free = entry
        sizes[list] = (sizes[list] ?? 0) - 1
      }
      return sizes[list] ?? 0
    },
    close: (list) => void closed.push(list),
  }
}
