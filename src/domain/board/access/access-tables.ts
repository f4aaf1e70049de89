import { createTable, type Undo } from "../../collections/table.ts"
import { nameKey } from "../../wire/names.ts"
import type { Account, AccountToken, Ownership } from "./access-records.ts"

/** Who may do what on a board with authentication, and who did what. */
export type AccessTables = ReturnType<typeof createAccessTables>

export function createAccessTables(undo: Undo) {
  return {
    /** By `nameKey`. */
    accounts: createTable<string, Account>(({ name }) => nameKey(name), undo),
    tokens: createTable<number, AccountToken>(({ n }) => n, undo),
    /** The accounts behind each task that an account has touched. */
    ownership: createTable<number, Ownership>(({ n }) => n, undo),
  }
}
