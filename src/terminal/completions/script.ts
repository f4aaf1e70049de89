import type { CommandDef } from "citty"
import { bash } from "./bash.ts"
import { fish } from "./fish.ts"
import type { Shell } from "./names.ts"
import { toTree, type Tree } from "./tree.ts"
import { zsh } from "./zsh.ts"

/** The script with which a shell completes what can be typed. */
export async function scriptFor(shell: Shell, root: CommandDef): Promise<string> {
  return writers[shell](await toTree(root))
}

// --- internal ---

const writers: Readonly<Record<Shell, (tree: Tree) => string>> = { bash, zsh, fish }
