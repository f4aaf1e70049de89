import { lstat } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fail } from "../errors.ts"

/** Where trees are to be. */
export interface TreesPlace {
  /** Seen from the repository. */
  readonly directory: string
  /** False where a clone says it: then no link leads elsewhere. */
  readonly followsLinks?: boolean
}

/**
 * The directory of the trees of a repository; by default beside it.
 * @throws tree_unfit where a link is on the way that must not be followed
 */
export async function treesOf(main: string, place: TreesPlace | undefined): Promise<string> {
  if (place === undefined) return `${main}.trees`
  const path = resolve(main, place.directory)
  if (place.followsLinks !== false) return path
  let at = dirname(main)
  for (const part of relative(at, path).split(sep)) {
    at = join(at, part)
    const found = await lstat(at).catch(() => undefined)
    if (found?.isSymbolicLink())
      fail("tree_unfit", `${at} is a link, but the \`trees\` path in .upnext.json must not contain links.`)
  }
  return path
}
