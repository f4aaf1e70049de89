import { iso } from "../wire/time.ts"
import { defineEvent, takesAdmin } from "./kind.ts"

const takes = takesAdmin("manage accounts and tokens")

/** Events of accounts, of tokens, and of turning authentication on or off. */
export const accessEvents = {
  "account.created": defineEvent({
    summary: "An account was created",
    stored: { account: "text", fields: "accountFields" },
    shown: { account: "text", role: "role", agent: "textOrNull" },
    show: ({ fields: { role, agent } }) => ({ role, agent }),
    undo: "no",
    takes,
  }),
  "account.edited": defineEvent({
    summary: "Fields of an account were changed",
    stored: { account: "text", changes: "accountChanges" },
    shown: { account: "text", fields: ["texts", "their names"] },
    show: ({ changes }) => ({ fields: Object.keys(changes) }),
    undo: "no",
    takes,
  }),
  "account.deleted": defineEvent({
    summary: "An account was deleted together with its tokens",
    stored: { account: "text" },
    shown: { account: "text" },
    undo: "no",
    takes,
  }),
  "token.created": defineEvent({
    summary: "An account got a token",
    /** `hash` is the token's SHA-256 in hex. The token itself is shown once and stored nowhere. */
    stored: { token: "id", account: "text", hash: "text", until: "timeOrNull" },
    shown: { token: "text", account: "text", expiresAt: "timeOrNull" },
    show: ({ until }) => ({ expiresAt: iso(until) }),
    undo: "no",
    takes,
  }),
  "token.replaced": defineEvent({
    summary: "A token was replaced, and the old one expires soon",
    stored: { token: "id", until: "time" },
    shown: { token: "text", expiresAt: "time" },
    show: ({ until }) => ({ expiresAt: iso(until) }),
    undo: "no",
    takes,
  }),
  "token.revoked": defineEvent({
    summary: "A token was revoked",
    stored: { token: "id" },
    shown: { token: "text" },
    undo: "no",
    takes,
  }),
  "access.required": defineEvent({
    summary: "Authentication was turned on",
    stored: {},
    shown: {},
    undo: "no",
    takes,
  }),
  "access.lifted": defineEvent({
    summary: "Authentication was turned off",
    stored: {},
    shown: {},
    undo: "no",
    takes,
  }),
  "board.restored": defineEvent({
    summary: "The board was restored from a backup, with a new id",
    /** Its command gives the board the new id. */
    stored: { backupAt: "time", keepsTokens: "boolean" },
    shown: {
      backupAt: ["time", "when the backup was made"],
      keepsTokens: ["boolean", "false: earlier tokens are no longer valid"],
    },
    undo: "no",
    takes,
  }),
}
