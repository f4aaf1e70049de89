import { boardConfig } from "../config/board-config.ts"
import { policyOf } from "../config/board-settings.ts"
import type { Config } from "../config/config.ts"
import { readCommands } from "../domain/board/upcast.ts"
import { openJournalSource } from "../storage/journal/export.ts"
import { openJournalTarget } from "../storage/journal/import.ts"
import { dataDirectory } from "../storage/open.ts"
import type { BoardSettings } from "../storage/storage.ts"
import type { BoardSource, BoardTarget } from "../storage/whole-board.ts"
import { version } from "../version.ts"
import { moveBoard, type Moved, type MoveOptions } from "./move.ts"

export interface Move {
  /** Each has a database, or is a home. */
  readonly from: Config
  readonly target: Config
  readonly tell: MoveOptions["tell"]
}

/** Moves a board from one place to another, as its configuration names them. Resolves with both places as they may be shown. */
export async function move({
  from,
  target,
  tell,
}: Move): Promise<{ source: string; place: string; moved: Moved }> {
  const source = await openSource(from)
  try {
    const settings = source.settings ?? { policy: policyOf(from), tokens: from.tokens }
    const to = await openTarget(target, settings)
    try {
      const moved = await moveBoard({ source, target: to, settings, tell })
      return { source: source.place, place: to.place, moved }
    } finally {
      await to.close()
    }
  } finally {
    await source.close()
  }
}

// --- internal ---

const holderNow = () => ({ pid: process.pid, version, startedAt: new Date().toISOString() })

async function openSource({ database, board = "main", home }: Config): Promise<BoardSource> {
  if (database === undefined)
    return openJournalSource({ directory: dataDirectory(home), holder: holderNow(), readCommands })
  const { openPostgresSource } = await import("../storage/postgres/parts.ts")
  return openPostgresSource({ database, board, readCommands })
}

async function openTarget(
  { database, board = "main", home }: Config,
  settings: BoardSettings,
): Promise<BoardTarget> {
  if (database === undefined)
    return openJournalTarget({ home, holder: holderNow(), readCommands, configText: boardConfig(settings) })
  const { openPostgresTarget } = await import("../storage/postgres/parts.ts")
  return openPostgresTarget({ database, board, readCommands })
}
