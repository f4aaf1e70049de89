import { createTable, type Table, type Undo } from "../../collections/table.ts"
import { nameKey } from "../../wire/names.ts"
import type { Account, AccountToken, Ownership } from "./access-records.ts"

/** Who may do what on a board that asks who is there, and who did what. */
export interface AccessTables {
  /** By `nameKey`. */
  readonly accounts: Table<string, Account>
  readonly tokens: Table<number, AccountToken>
  /** The accounts behind each task that an account has touched. */
  readonly ownership: Table<number, Ownership>
}

export function createAccessTables(undo: Undo): AccessTables {
  return {
    accounts: createTable<string, Account>(({ name }) => nameKey(name), undo),
    tokens: createTable<number, AccountToken>(({ n }) => n, undo),
    ownership: createTable<number, Ownership>(({ n }) => n, undo),
  }
}
