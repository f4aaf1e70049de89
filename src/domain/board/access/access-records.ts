import type { AccountFields } from "../../events/index.ts"

/**
 * The records of accounts and permissions. Like all records they are replaced, never edited in place. Times are ms
 * since 1970.
 */

/** An account with permissions on a board with authentication. */
export interface Account extends AccountFields {
  readonly name: string
  readonly createdAt: number
}

/** A token of an account. The token itself is not kept. */
export interface AccountToken {
  /** The number in its id. */
  readonly n: number
  /** The name of the account. */
  readonly account: string
  /** Its SHA-256, in hex. */
  readonly hash: string
  readonly createdAt: number
  /** When it ends: from then on it is refused; null: it never ends. */
  readonly until: number | null
}

/** The accounts behind a task. A task that no account has touched has no such record. */
export interface Ownership {
  readonly n: number
  /** The account that created it; null: none did. */
  readonly maker: string | null
  /** The accounts that took part in the last attempt. None of them may decide on its review. */
  readonly workers: readonly string[]
}
