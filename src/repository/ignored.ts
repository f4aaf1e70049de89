import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gitIn, parts } from "./git.ts"

/**
 * What git ignores in the tree of the last attempt, and the next one does not get.
 * @param copied the names of the ignored files that the new tree has got
 * @returns a sentence that names it; none where nothing is left out
 */
export async function ignoredNotes(
  old: string,
  tree: string,
  copied: readonly string[],
): Promise<readonly string[]> {
  const has = new Set<string>()
  for (const name of copied) if (await areSame(join(old, name), join(tree, name))) has.add(name)
  const left: string[] = []
  for (const name of await ignoredIn(old, ["--directory"])) {
    // A directory stands for all in it. What is in one that got nothing is not asked for: it may be very much.
    const isPartly = name.endsWith("/") && [...has].some((each) => each.startsWith(name))
    const within = isPartly ? await ignoredIn(old, ["--", name]) : [name]
    left.push(...within.filter((each) => !has.has(each)))
  }
  return left.length === 0 ? [] : [`left out, since git ignores it: ${shortList(left)}`]
}

// --- internal ---

async function ignoredIn(tree: string, more: readonly string[]): Promise<string[]> {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z"]
  return parts(await gitIn(tree).run([...args, ...more]))
}

/** One that the last attempt has changed is not the one that was copied. */
async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => readFile(path).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.equals(b)
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 8)
  return [...shown, ...(names.length > shown.length ? [`${names.length - shown.length} more`] : [])].join(
    ", ",
  )
}
