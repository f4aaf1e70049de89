import type { Files, OpenFile } from "../../src/machine/files.ts"
import type { Random } from "../support/random.ts"
import type { DiskFile, DiskNode } from "./disk-nodes.ts"
import { createTree, fail } from "./disk-tree.ts"

/** How often each thing goes wrong, from 0 to 1. */
export interface DiskFaults {
  /** A write takes a part of its bytes. */
  readonly shortWrites: number
  /** A write fails with EIO, after a part of its bytes. */
  readonly failedWrites: number
  /** A sync fails with EIO. What was to be synced may never reach the disk, though later syncs succeed. */
  readonly failedSyncs: number
  /** A sync takes up to `slowMs`. */
  readonly slowSyncs: number
  readonly slowMs: number
}

export const noFaults: DiskFaults = {
  shortWrites: 0,
  failedWrites: 0,
  failedSyncs: 0,
  slowSyncs: 0,
  slowMs: 0,
}

/** Resolves when the world wants it to, after so many ms if they are given. Every asynchronous answer waits for one. */
export type Delay = (ms?: number) => Promise<void>

export interface Disk {
  /** May be changed at any time. */
  faults: DiskFaults
  /** Bytes by which its files may still grow. */
  room: number
  /** The files, for one process. They are dead after `kill` and `crash`: what is asked of them is never answered. */
  mount(delay: Delay): Files
  /** Ends all processes. What they wrote is there. */
  kill(): void
  /** Cuts the power: of what was not synced, anything may be lost. */
  crash(): void
}

/** A disk in memory with one directory, `/home`. What POSIX does not promise to keep, it loses at times. */
export function createDisk(random: Random): Disk {
  const tree = createTree()
  let life = 0

  const disk: Disk = {
    faults: noFaults,
    room: Infinity,
    mount(delay) {
      const mine = life
      return createFiles(() => life !== mine, delay)
    },
    kill: () => void (life += 1),
    crash() {
      life += 1
      tree.crash(random)
    },
  }
  return disk

  function createFiles(isDead: () => boolean, delay: Delay): Files {
    const descriptors = new Map<number, DiskFile>()
    let lastFd = 2
    const fileOf = (fd: number) => descriptors.get(fd) ?? fail("EBADF", String(fd))

    /** Does something, and answers later. It is done at the beginning of the wait, or at its end. */
    const answer: Answer = async (act, ms) => {
      if (isDead()) return never
      const isEarly = random.chance(0.5)
      if (!isEarly) await delay(ms)
      // Nothing may come between this and what is done.
      if (isDead()) return never
      try {
        return act()
      } finally {
        if (isEarly) await delay(ms)
        if (isDead()) await never
      }
    }

    function atOnce<T>(act: () => T): T {
      return isDead() ? fail("EIO", "the process has ended") : act()
    }

    return {
      open: (path, flags) => answer(() => openFile(path, flags, answer)),
      readdir: (path) => answer(() => [...tree.directoryAt(path).names.keys()]),
      mkdir: (path) => answer(() => tree.add(path, "directory")),
      rename: (from, to) =>
        answer(() => {
          const replaced = tree.rename(from, to)
          if (replaced) giveBack(replaced)
        }),
      rm: (path, { force }) =>
        answer(() => {
          if (!force || tree.find(path)) giveBack(tree.remove(path))
        }),
      stat: (path) => answer(() => statsOf(tree.nodeAt(path))),
      statfs: () => answer(() => ({ bavail: Math.floor(Math.min(disk.room, 2 ** 40) / 4096), bsize: 4096 })),
      openSync: (path) =>
        atOnce(() => {
          descriptors.set((lastFd += 1), tree.fileAt(path))
          return lastFd
        }),
      fstatSync: (fd) => atOnce(() => statsOf(fileOf(fd))),
      statSync: (path) =>
        atOnce(() => {
          const node = tree.find(path)
          return node && statsOf(node)
        }),
      writeSync: (fd, bytes, offset, length, position) =>
        atOnce(() => writeSome(fileOf(fd), bytes.subarray(offset, offset + length), position)),
      ftruncate: (fd, size) => answer(() => truncate(fileOf(fd), size)),
      fsync: (fd) => sync(fileOf(fd), answer),
      fdatasync: (fd) => sync(fileOf(fd), answer),
      close: (fd) => answer(() => void descriptors.delete(fd)),
    }
  }

  function openFile(path: string, flags: string, answer: Answer): OpenFile {
    if (flags === "w" && !tree.find(path)) {
      if (disk.room <= 0 && random.chance(0.5)) fail("ENOSPC", path)
      tree.add(path, "file")
    }
    const node = flags === "r" ? tree.nodeAt(path) : tree.fileAt(path)
    const file = () => (node.kind === "file" ? node : fail("EISDIR", path))
    if (flags === "w") truncate(file(), 0)
    let readTo = 0
    let written = 0

    return {
      stat: () => answer(() => statsOf(node)),
      read: (buffer, offset, length, position) =>
        answer(() => {
          const bytesRead = file().read(buffer, offset, length, position ?? readTo)
          if (position === undefined) readTo += bytesRead
          return { bytesRead, buffer }
        }),
      write: (bytes, offset, length, position) =>
        answer(() => ({
          bytesWritten: writeSome(file(), bytes.subarray(offset, offset + length), position),
        })),
      async writeFile(bytes) {
        for (let done = 0; done < bytes.length;) {
          const rest = Buffer.from(bytes.subarray(done))
          done += await answer(() => {
            const taken = writeSome(file(), rest, written)
            written += taken
            return taken
          })
        }
      },
      truncate: (size) => answer(() => truncate(file(), size)),
      sync: () => sync(node, answer),
      close: () => answer(() => undefined),
    }
  }

  function sync(node: DiskNode, answer: Answer): Promise<void> {
    const { failedSyncs, slowSyncs, slowMs } = disk.faults
    const isFailing = random.chance(failedSyncs)
    const ms = random.chance(slowSyncs) ? random.below(slowMs) : undefined
    return answer(() => {
      if (!isFailing) return node.sync()
      node.failSync(random)
      return fail("EIO", "sync")
    }, ms)
  }

  /** Writes one byte or more, as a system call does; throws where that cannot be. */
  function writeSome(file: DiskFile, bytes: Buffer, position: number): number {
    const { shortWrites, failedWrites } = disk.faults
    // To write over bytes that are there takes no room.
    const room = Math.max(0, file.size() - position) + Math.max(0, disk.room)
    const most = Math.min(bytes.length, room)
    const some = Math.min(random.below(bytes.length), most)
    if (random.chance(failedWrites)) {
      put(file, bytes.subarray(0, some), position)
      return fail("EIO", "write")
    }
    if (most <= 0 && bytes.length > 0) return fail("ENOSPC", "write")
    const length = random.chance(shortWrites) ? Math.max(1, some) : most
    put(file, bytes.subarray(0, length), position)
    return length
  }

  function put(file: DiskFile, bytes: Buffer, position: number): void {
    const before = file.size()
    file.write(bytes, position)
    disk.room -= file.size() - before
  }

  function truncate(file: DiskFile, size: number): void {
    disk.room += file.size() - size
    file.truncate(size)
  }

  function giveBack(node: DiskNode): void {
    if (node.kind === "file") disk.room += node.size()
    else for (const child of node.names.values()) giveBack(child)
  }
}

// --- internal ---

type Answer = <T>(act: () => T, ms?: number) => Promise<T>

const never = new Promise<never>(() => undefined)

const statsOf = (node: DiskNode) => ({
  dev: 1,
  ino: node.ino,
  size: node.kind === "file" ? node.size() : 0,
  mtimeMs: 0,
})
