import type { Random } from "../support/random.ts"

/** A file or a directory, as programs see it now, and as it stands on the disk. */
export type DiskNode = DiskFile | DiskDirectory

/**
 * The bytes of a file. Programs see the page cache. A sync puts the pages that were written since on the disk. A power
 * cut puts there what it likes of them.
 */
export interface DiskFile {
  readonly kind: "file"
  readonly ino: number
  size(): number
  read(into: Buffer, offset: number, length: number, position: number): number
  write(bytes: Buffer, position: number): void
  truncate(size: number): void
  sync(): void
  /** A sync that fails, as on Linux: some pages are on the disk, and no later sync writes the others again. */
  failSync(random: Random): void
  crash(random: Random): void
}

/** The names in a directory. What was done to them since the last sync may be undone, the last deed first. */
export interface DiskDirectory {
  readonly kind: "directory"
  readonly ino: number
  readonly names: ReadonlyMap<string, DiskNode>
  change(deed: Deed): void
  sync(): void
  /** Nothing is lost by it, and nothing is kept. */
  failSync(random: Random): void
  crash(random: Random): void
}

type Deed = (names: Map<string, DiskNode>) => void

export function createFile(ino: number): DiskFile {
  let cache = Buffer.alloc(page)
  let kept = Buffer.alloc(page)
  let size = 0
  let keptSize = 0
  /** The pages that the next sync writes. Beyond the size both buffers hold zeros. */
  const dirty = new Set<number>()

  function touch(start: number, end: number): void {
    for (let n = Math.floor(start / page); n * page < end; n += 1) dirty.add(n)
  }

  function keep(start: number, length: number): void {
    cache.copy(kept, start, start, start + length)
  }

  function setKeptSize(to: number): void {
    keptSize = to
    kept.fill(0, to)
  }

  /** The size that a power cut leaves: that of before, of now, or of a part of what was written. */
  function anySize(random: Random): number {
    const some = keptSize + random.below(Math.max(0, size - keptSize) + 1)
    return random.pick([keptSize, size, some])
  }

  return {
    kind: "file",
    ino,
    size: () => size,
    read: (into, offset, length, position) =>
      position >= size ? 0 : cache.copy(into, offset, position, Math.min(position + length, size)),
    write(bytes, position) {
      const end = position + bytes.length
      if (end > cache.length) {
        const room = Math.ceil((2 * end) / page) * page
        cache = Buffer.concat([cache], room)
        kept = Buffer.concat([kept], room)
      }
      bytes.copy(cache, position)
      touch(position, end)
      size = Math.max(size, end)
    },
    truncate(to) {
      touch(Math.min(to, size), Math.max(to, size))
      cache.fill(0, to)
      size = to
    },
    sync() {
      for (const n of dirty) keep(n * page, page)
      dirty.clear()
      setKeptSize(size)
    },
    failSync(random) {
      for (const n of dirty) if (random.chance(0.5)) keep(n * page, page)
      if (random.chance(0.5)) dirty.clear()
    },
    crash(random) {
      const unit = random.pick([512, page])
      const share = random.pick([0, 0.5, 1])
      for (const n of dirty)
        for (let at = n * page; at < (n + 1) * page; at += unit) if (random.chance(share)) keep(at, unit)
      dirty.clear()
      setKeptSize(anySize(random))
      size = keptSize
      kept.copy(cache)
    },
  }
}

export function createDirectory(ino: number): DiskDirectory {
  let names = new Map<string, DiskNode>()
  const kept = new Map<string, DiskNode>()
  let unsynced: Deed[] = []

  return {
    kind: "directory",
    ino,
    get names() {
      return names
    },
    change(deed) {
      deed(names)
      unsynced.push(deed)
    },
    sync() {
      for (const deed of unsynced) deed(kept)
      unsynced = []
    },
    failSync: () => undefined,
    crash(random) {
      for (const deed of unsynced.slice(0, random.below(unsynced.length + 1))) deed(kept)
      unsynced = []
      names = new Map(kept)
      for (const node of names.values()) node.crash(random)
    },
  }
}

// --- internal ---

const page = 4096
