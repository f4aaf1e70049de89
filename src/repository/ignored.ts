import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { someOf } from "../machine/some-of.ts"
import { gitIn, parts } from "./git.ts"

export interface OtherTrees {
  /** That of the last attempt, where it is still there. */
  readonly old: string | undefined
  /** That of the repository. */
  readonly main: string
  /** The names of the ignored files that the new tree has got. */
  readonly copied: readonly string[]
}

/** What git ignores in other trees and a new one does not have, in sentences. Its setup may have made it anew. */
export async function ignoredNotes(
  tree: string,
  { old, main, copied }: OtherTrees,
): Promise<readonly string[]> {
  const isThere = (name: string) => existsSync(join(tree, name))
  const left = old === undefined ? [] : await leftIn(old, tree, copied)
  const lacking = (await ignoredIn(main, ["--directory"])).filter(
    (name) => !isThere(name) && !left.includes(name),
  )
  return [
    ...(left.length > 0 ? [`left out, because git ignores it: ${someOf(left, mostNamed)}`] : []),
    ...(lacking.length > 0 ? [`not in the tree, because git ignores it: ${someOf(lacking, mostNamed)}`] : []),
  ]
}

// --- internal ---

const mostNamed = 8

/** What the last attempt has, and the new tree has not, or has otherwise. */
async function leftIn(old: string, tree: string, copied: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (const name of await ignoredIn(old, ["--directory"])) {
    const isDirectory = name.endsWith("/")
    // What is in a directory that setup makes is not asked for: it may be very much.
    const isPartly = isDirectory && copied.some((each) => each.startsWith(name))
    if (isDirectory && !isPartly && existsSync(join(tree, name))) continue
    for (const each of isPartly ? await ignoredIn(old, ["--", name]) : [name])
      if (!(await areSame(join(old, each), join(tree, each)))) left.push(each)
  }
  return left
}

/** None in a bare repository. */
async function ignoredIn(tree: string, more: readonly string[]): Promise<string[]> {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z"]
  const { exit, stdout } = await gitIn(tree).ask([...args, ...more])
  return exit === 0 ? parts(stdout) : []
}

/** One that the last attempt has changed is not the one that was copied. */
async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => readFile(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.equals(b)
}
