import { basename, dirname } from "node:path/posix"
import type { Random } from "../support/random.ts"
import {
  createDirectory,
  createFile,
  type DiskDirectory,
  type DiskFile,
  type DiskNode,
} from "./disk-nodes.ts"

/** The files and directories of a disk by their paths. All fail as system calls do. */
export interface DiskTree {
  find(path: string): DiskNode | undefined
  nodeAt(path: string): DiskNode
  fileAt(path: string): DiskFile
  directoryAt(path: string): DiskDirectory
  add(path: string, kind: DiskNode["kind"]): void
  /** Gives what was there. A directory goes at once, with everything in it. */
  remove(path: string): DiskNode
  /** Gives what was replaced. Both names must be in one directory: that is all that the journal asks for. */
  rename(from: string, to: string): DiskNode | undefined
  crash(random: Random): void
}

/** With one directory, `/home`. */
export function createTree(): DiskTree {
  let inos = 0
  const root = createDirectory((inos += 1))

  const tree: DiskTree = {
    find(path) {
      if (path === "/") return root
      const parent = tree.find(dirname(path))
      return parent?.kind === "directory" ? parent.names.get(basename(path)) : undefined
    },
    nodeAt: (path) => tree.find(path) ?? fail("ENOENT", path),
    fileAt(path) {
      const node = tree.nodeAt(path)
      return node.kind === "file" ? node : fail("EISDIR", path)
    },
    directoryAt(path) {
      const node = tree.nodeAt(path)
      return node.kind === "directory" ? node : fail("ENOTDIR", path)
    },
    add(path, kind) {
      if (tree.find(path)) fail("EEXIST", path)
      inos += 1
      const node = kind === "file" ? createFile(inos) : createDirectory(inos)
      parentOf(path).change((names) => names.set(basename(path), node))
    },
    remove(path) {
      const node = tree.nodeAt(path)
      parentOf(path).change((names) => names.delete(basename(path)))
      return node
    },
    rename(from, to) {
      if (dirname(from) !== dirname(to)) throw new Error(`${from} is not in the directory of ${to}`)
      const node = tree.nodeAt(from)
      const replaced = tree.find(to)
      parentOf(to).change((names) => {
        names.delete(basename(from))
        names.set(basename(to), node)
      })
      return replaced
    },
    crash: (random) => root.crash(random),
  }
  tree.add("/home", "directory")
  root.sync()
  return tree

  function parentOf(path: string): DiskDirectory {
    return tree.directoryAt(dirname(path))
  }
}

export function fail(code: string, what: string): never {
  throw Object.assign(new Error(`${code}: ${what}`), { code })
}
