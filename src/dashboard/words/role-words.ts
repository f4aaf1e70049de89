import type { AccountView } from "../api/types.ts"

export type Role = AccountView["role"]

/** What each role may do. Each may do what those before it may. */
export const roleWords: Readonly<Record<Role, string>> = {
  read: "may read",
  work: "may work as one agent",
  manage: "may change all work and the team",
  admin: "may do everything, including managing accounts",
}
