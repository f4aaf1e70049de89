/** The events that take the role `admin`, with what a lower role may not do. */
const to = (what: string) => () => what
const takesAdmin = to("manage accounts and tokens")

export const adminOnly = {
  "trash.emptied": to("delete a task for good"),
  "import.begun": to("bring tasks in"),
  "board.imported": to("bring tasks in"),
  "import.ended": to("bring tasks in"),
  "import.aborted": to("take an import back"),
  "import.taken_back": to("take an import back"),
  "account.created": takesAdmin,
  "account.edited": takesAdmin,
  "account.deleted": takesAdmin,
  "token.created": takesAdmin,
  "token.replaced": takesAdmin,
  "token.revoked": takesAdmin,
  "access.required": takesAdmin,
  "access.lifted": takesAdmin,
  "board.restored": takesAdmin,
} as const
