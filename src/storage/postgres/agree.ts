import type { BoardSettings, DecideSettings } from "../storage.ts"
import { refuseMoved } from "./board.ts"
import type { DatabaseLink } from "./link.ts"
import type { PostgresTimes } from "./options.ts"
import { listServers } from "./servers.ts"

export interface AgreeOptions {
  readonly board: number
  readonly id: string
  readonly link: DatabaseLink
  readonly times: PostgresTimes
}

/**
 * Stores the settings that `decide` returns for the board. `decide` is called once, and no other server can agree
 * on settings at that time. Refuses with `board_moved` a board that was moved since it was opened, because a move
 * does not see a server whose row was added later.
 */
export async function agreeOn(
  decide: DecideSettings,
  { board, id, link, times }: AgreeOptions,
): Promise<BoardSettings> {
  return link.use(async (connection) => {
    const answers = await connection.query(`begin; set local lock_timeout = ${times.lockMs};
      set local idle_in_transaction_session_timeout = ${times.idleMs};
      select settings, name, moved_to from upnext.boards where board = ${board} for update`)
    const [kept, name, movedTo] = answers[3]?.[0] ?? []
    if (typeof movedTo === "string") refuseMoved(name ?? "", movedTo)
    const others = await listServers(connection, board, times.lapseMs, id)
    const settings = decide(
      typeof kept === "string" ? (JSON.parse(kept) as BoardSettings) : undefined,
      others,
    )
    await connection.ask("update upnext.boards set settings = $2 where board = $1", [
      board,
      JSON.stringify(settings),
    ])
    await connection.query("commit")
    return settings
  })
}
