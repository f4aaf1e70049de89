import { UpnextError } from "../errors.ts"
import { dataDirectory } from "./open.ts"
import { readKey } from "./key.ts"

/** Where a board is. */
export interface BoardPlace {
  readonly home: string
  /** The URL of a database, with its password. Without a URL, the board is in the home. */
  readonly database?: string | undefined
  readonly board?: string | undefined
}

/**
 * The key of a board, for a command. It does not take a lock, so a server may be running. undefined if there is no
 * key or this user may not read it. Rejects as a start does if the database refuses the connection.
 */
export async function readBoardKey({
  home,
  database,
  board = "main",
}: BoardPlace): Promise<Buffer | undefined> {
  if (database === undefined) return readKey(dataDirectory(home)).catch(passOverForeign)
  const { readDatabaseKey } = await import("./postgres/parts.ts")
  return readDatabaseKey(database, board)
}

// --- internal ---

function passOverForeign(error: unknown): undefined {
  if (!(error instanceof UpnextError) || error.code !== "home_not_writable") throw error
}
