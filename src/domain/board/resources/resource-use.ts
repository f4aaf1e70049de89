import { selfAndAbove } from "../../wire/resources/resource-names.ts"
import type { Resource } from "../records.ts"

/**
 * Why a task may not be started: a resource that it needs is taken. `all` keeps out everything at or below the name,
 * because it is closed or full. `whole` keeps out tasks that need exactly that name, because a task below it is being
 * worked on.
 */
export interface Taken {
  readonly name: string
  readonly keepsOut: "all" | "whole"
}

/** Which tasks hold which resources, and so which resources have room. */
export interface ResourceUse {
  /** A task holds these from now on; undefined: nothing. */
  hold(n: number, names: readonly string[] | undefined): void
  /** A resource was declared, closed, opened or forgotten. */
  changed(before: Resource | undefined, after: Resource | undefined): void
  /** The record of a name that was declared or is closed. */
  declared(name: string): Resource | undefined
  /** The first reason that keeps out a task that needs these names. @param except a task that does not count */
  takenFor(names: readonly string[], except?: number): Taken | undefined
  isTaken(taken: Taken): boolean
  /** The held names, as the task or its agent names them. */
  heldNames(): Iterable<string>
  /** Numbers of the tasks that hold this name or a name below it. */
  holders(name: string): readonly number[]
  /** Numbers of the tasks that keep others out, as `takenFor` found. @param except as in `takenFor` */
  blockers(taken: Taken, except?: number): readonly number[]
  /** For comparing two boards. */
  dump(): unknown
}

/** @param onRoom called when something is not taken any more */
export function createResourceUse(onRoom: (room: Taken) => void): ResourceUse {
  const { nodes, add, remove } = createNodes()
  const declared = new Map<string, Resource>()
  const held = new Map<number, readonly string[]>()

  /** A resource that was not declared has room for one task. */
  function capacityOf(name: string): number {
    return declared.get(name)?.capacity ?? 1
  }

  function isFull(name: string, except?: number): boolean {
    if (declared.get(name)?.closed) return true
    const node = nodes.get(name)
    if (!node) return false
    const capacity = capacityOf(name)
    if (capacity === 1) return isAnother(node.exact, except)
    return node.users.size - Number(except !== undefined && node.users.has(except)) >= capacity
  }

  function isUsed(name: string, except?: number): boolean {
    const node = nodes.get(name)
    return node !== undefined && capacityOf(name) === 1 && isAnother(node.users, except)
  }

  /** Runs a change, and returns which of these names have room because of it. */
  function watch(names: Iterable<string>, change: () => void): void {
    const before = [...new Set(names)].map((name) => ({ name, full: isFull(name), used: isUsed(name) }))
    change()
    for (const { name, full, used } of before) {
      if (full && !isFull(name)) onRoom({ name, keepsOut: "all" })
      if (used && !isUsed(name)) onRoom({ name, keepsOut: "whole" })
    }
  }

  return {
    hold(n, names = nothing) {
      const before = held.get(n) ?? nothing
      if (isSameList(before, names)) return
      watch(
        [...before, ...names].flatMap((name) => [...selfAndAbove(name)]),
        () => {
          for (const name of before) remove(n, name)
          for (const name of names) add(n, name)
          if (names.length > 0) held.set(n, names)
          else held.delete(n)
        },
      )
    },
    changed(before, after) {
      const name = (after ?? before)?.name
      if (name === undefined) return
      watch([name], () => {
        if (after) declared.set(name, after)
        else declared.delete(name)
      })
    },
    declared: (name) => declared.get(name),
    takenFor(names, except) {
      for (const name of names) {
        for (const each of selfAndAbove(name))
          if (isFull(each, except)) return { name: each, keepsOut: "all" }
        if (isUsed(name, except)) return { name, keepsOut: "whole" }
      }
      return undefined
    },
    isTaken: ({ name, keepsOut }) => (keepsOut === "all" ? isFull(name) : isUsed(name)),
    heldNames: () => [...nodes].flatMap(([name, { exact }]) => (exact.size > 0 ? [name] : [])),
    holders: (name) => [...(nodes.get(name)?.users.keys() ?? [])].sort(ascending),
    blockers({ name, keepsOut }, except) {
      const node = nodes.get(name)
      if (!node) return []
      const those = keepsOut === "all" && capacityOf(name) === 1 ? node.exact : node.users.keys()
      return [...those].filter((n) => n !== except).sort(ascending)
    },
    dump: () => [...held].sort(([a], [b]) => a - b),
  }
}

// --- internal ---

/** The names that are held, and all names above them. */
function createNodes() {
  const nodes = new Map<string, Node>()

  function add(n: number, name: string): void {
    for (const each of selfAndAbove(name)) {
      const node = nodes.get(each) ?? { users: new Map<number, number>(), exact: new Set<number>() }
      nodes.set(each, node)
      node.users.set(n, (node.users.get(n) ?? 0) + 1)
      if (each === name) node.exact.add(n)
    }
  }

  function remove(n: number, name: string): void {
    for (const each of selfAndAbove(name)) {
      const node = nodes.get(each)
      if (!node) continue
      const left = (node.users.get(n) ?? 1) - 1
      if (left > 0) node.users.set(n, left)
      else node.users.delete(n)
      if (each === name) node.exact.delete(n)
      if (node.users.size === 0) nodes.delete(each)
    }
  }

  return { nodes, add, remove }
}

interface Node {
  /** By task: how many of its names are at this name or below it. */
  readonly users: Map<number, number>
  /** The tasks that hold exactly this one. */
  readonly exact: Set<number>
}

const nothing: readonly string[] = Object.freeze([])

function isAnother(
  tasks: { readonly size: number; has(n: number): boolean },
  except: number | undefined,
): boolean {
  return tasks.size - Number(except !== undefined && tasks.has(except)) > 0
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((each, i) => each === b[i]))
}

function ascending(a: number, b: number): number {
  return a - b
}
