import type { OperationName } from "../../client/contract.ts"
import { routes } from "../../client/routes.ts"
import { holdsRole } from "../../domain/wire/access/access.ts"
import { session } from "../api/session.ts"
import type { AccessView } from "../api/types.ts"
import { whyOff } from "../words/change-words.ts"
import type { State } from "./state.ts"
import type { Store } from "./store.ts"

/** Whether the role that one has is enough for an operation. On a board that asks nobody it is. */
export function may({ access }: Pick<State, "access">, operation: OperationName): boolean {
  const role = access?.role ?? null
  return role === null || holdsRole(role, routes[operation]?.access ?? "admin")
}

/** Why an operation is not offered now, for a person; null where it is. Default: an edit, which is the least of changes. */
export function whyNot(
  state: Pick<State, "access" | "moment">,
  operation: OperationName = "task.edit",
): string | null {
  if (state.moment !== null) return whyOff
  if (may(state, operation)) return null
  return `Your role is ${state.access?.role}. This requires the role ${routes[operation]?.access}.`
}

/** Whether the board has asked who is here. */
export function isAsked({ access }: Pick<State, "access">): boolean {
  return access !== null && access.role !== null
}

/** Goes on as who the board says one is. Under another name than that of its agent, a token may do nothing. */
export function takeAccess(store: Store, access: AccessView): void {
  const { name: before, access: last } = store.state
  // Whoever comes after somebody else has another name, too.
  const isOther = last !== null && last.account !== access.account
  const name = access.agent ?? (isOther ? access.name : null) ?? before ?? access.name
  if (name !== null && name !== before) session.setName(name)
  store.set({ access, name })
}

/** Forgets who was here. What the page shows goes with it. */
export function signOut(): void {
  // The other tabs learn of it by the token.
  session.dropName()
  session.dropToken()
  location.reload()
}
