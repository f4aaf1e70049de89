import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { LoggedCommand } from "../../../src/domain/board/logged-command.ts"
import { promise } from "../violation.ts"

/** Who may write, as the auditor knows it from the log. */
export interface AccessState {
  readonly isRequired: boolean
  readonly roles: ReadonlyMap<string, string>
  /** The account of each token that was not revoked, and until when it is good. */
  readonly tokens: ReadonlyMap<string, { readonly account: string; readonly until: number }>
}

/** Nothing is written by an account that has no token any more, or by one that may only read. */
export function checkAccess(
  { roles, tokens, isRequired }: AccessState,
  { via, at, events, actor }: LoggedCommand,
): void {
  const told = () => `${events[0]?.type ?? "nothing"} by the account ${via ?? "of nobody"} (${actor})`
  if (via === undefined)
    return promise(!isRequired || actor === "upnext", () => `${told()} on a board that asks`)
  const own = [...tokens.values()].filter(({ account }) => account === via)
  promise(
    own.some(({ until }) => until > at),
    () => `${told()}, which has no token`,
  )
  const isOfImport = events.some((event) => "import" in event)
  promise(!isOfImport || roles.get(via) === "admin", () => `${told()}, which may bring in nothing`)
  promise(roles.get(via) !== "read", () => `${told()}, which may only read`)
}

function after(state: AccessState, event: BoardEvent): AccessState {
  const roles = new Map(state.roles)
  const tokens = new Map(state.tokens)
  let { isRequired } = state
  switch (event.type) {
    case "account.created":
      roles.set(event.account, event.fields.role)
      break
    case "account.edited":
      if (event.changes.role !== undefined) roles.set(event.account, event.changes.role)
      break
    case "account.deleted":
      roles.delete(event.account)
      for (const [token, { account }] of tokens) if (account === event.account) tokens.delete(token)
      break
    case "token.created":
      tokens.set(event.token, { account: event.account, until: event.until ?? Infinity })
      break
    case "token.replaced": {
      const known = tokens.get(event.token)
      if (known) tokens.set(event.token, { ...known, until: event.until })
      break
    }
    case "token.revoked":
      tokens.delete(event.token)
      break
    case "access.required":
      isRequired = true
      break
    case "access.lifted":
      isRequired = false
      break
    default:
      return state
  }
  return { isRequired, roles, tokens }
}

/** A board on which nobody is asked. */
export const noAccess: AccessState & { after: typeof after } = {
  isRequired: false,
  roles: new Map(),
  tokens: new Map(),
  after,
}
