import type { CommandDef } from "citty"
import { bash } from "./bash.ts"
import { fish } from "./fish.ts"
import type { Shell } from "./names.ts"
import { toTree, type Tree, type Word } from "./tree.ts"
import { zsh } from "./zsh.ts"

/**
 * The script with which a shell completes what can be typed.
 * @param topics what may follow `upnext help` beside commands
 */
export async function scriptFor(shell: Shell, root: CommandDef, topics: readonly Word[]): Promise<string> {
  return writers[shell](await toTree(root, topics))
}

// --- internal ---

const writers: Readonly<Record<Shell, (tree: Tree) => string>> = { bash, zsh, fish }
