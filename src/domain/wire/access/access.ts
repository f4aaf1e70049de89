/** What an account may do. Each role holds those before it. */
export const roles = ["read", "work", "manage", "admin"] as const
export type AccessRole = (typeof roles)[number]

/** The role that a request requires on a board with authentication. `public` requests are answered for everyone. */
export type Access = "public" | AccessRole

/** Who sent a request, on a board that asks. */
export interface Identity {
  readonly role: AccessRole
  /** The account that its token belongs to; undefined for a token of the configuration and for the home itself. */
  readonly account?: string | undefined
  /** The number of its token in the log. */
  readonly token?: number | undefined
  /** The account is a person's. */
  readonly isPerson?: boolean | undefined
  /** The one agent that it may act as. */
  readonly agent?: string | undefined
  /** The name that it acts under where a request names none. */
  readonly name?: string | undefined
  /** The server is told to ask nobody, whatever the board says. */
  readonly isAnyone?: boolean | undefined
  /** It has shown that it holds the key of the home. */
  readonly isHome?: boolean | undefined
}

export function holdsRole(role: AccessRole, access: Access): boolean {
  return access === "public" || roles.indexOf(role) >= roles.indexOf(access)
}
