import type { Board } from "../board/board.ts"

/**
 * The digests of all files that the board names: those of its tasks, of the trash, and those that an undo can restore.
 */
export function namedFiles(board: Board): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { sha256 } of board.attachments.values()) named.add(sha256)
  for (const { effects } of board.commands.values())
    for (const effect of effects) if (effect.what === "detached") named.add(effect.file.sha256)
  return named
}
