import { answerKey } from "../board/stored-answers.ts"
import type { accessEvents } from "../events/access.ts"
import { isSameName, nameKey, numberOf, ownerKey } from "../wire/names.ts"
import type { EventFolds } from "./fold.ts"

export const accessFolds: EventFolds<keyof typeof accessEvents> = {
  "account.created": (board, { account, fields }, { at }) =>
    board.accounts.put({ name: account, ...fields, createdAt: at }),
  "account.edited": (board, { account: name, changes }) => {
    const account = board.accounts.get(nameKey(name))
    if (account) board.accounts.put({ ...account, ...changes })
  },
  "account.deleted": (board, event) => {
    for (const { n, account } of [...board.tokens.values()])
      if (isSameName(account, event.account)) board.tokens.delete(n)
    // Another account may get its name.
    for (const seq of [...(board.commands.of(ownerKey("", event.account))?.values() ?? [])])
      board.commands.delete(seq)
    for (const answer of [...board.answers.values()])
      if (isSameName(answer.via ?? null, event.account)) board.answers.delete(answerKey(answer))
    board.accounts.delete(nameKey(event.account))
  },
  "token.created": (board, { token, account, hash, until }, { at }) => {
    const n = numberOf(token)
    board.count({ token: n })
    board.tokens.put({ n, account, hash, until, createdAt: at })
  },
  "token.replaced": (board, { token: id, until }) => {
    const token = board.tokens.get(numberOf(id))
    if (token) board.tokens.put({ ...token, until })
  },
  "token.revoked": (board, { token }) => board.tokens.delete(numberOf(token)),
  "access.required": (board) => board.count({ accessRequired: true }),
  "access.lifted": (board) => board.count({ accessRequired: false }),
  "board.restored": (board, { keepsTokens }) => {
    if (!keepsTokens) for (const { n } of [...board.tokens.values()]) board.tokens.delete(n)
  },
}
