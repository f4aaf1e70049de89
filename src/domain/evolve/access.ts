import type { Board } from "../board/board.ts"
import { answerKey } from "../board/stored-answers.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { isSameName, nameKey, numberOf, ownerKey } from "../wire/names.ts"

export type AccessEvent = BoardEvent & {
  readonly type: `account.${string}` | `token.${string}` | `access.${string}` | "board.restored"
}

/** Folds in what happens to accounts, to tokens, and to whether the board asks for them. */
export function foldAccess(board: Board, event: AccessEvent, { at }: EventMeta): void {
  switch (event.type) {
    case "account.created":
      return board.accounts.put({ name: event.account, ...event.fields, createdAt: at })
    case "account.edited": {
      const account = board.accounts.get(nameKey(event.account))
      if (account) board.accounts.put({ ...account, ...event.changes })
      return
    }
    case "account.deleted":
      for (const { n, account } of [...board.tokens.values()])
        if (isSameName(account, event.account)) board.tokens.delete(n)
      // Another account may get its name.
      for (const seq of [...(board.commands.of(ownerKey("", event.account))?.values() ?? [])])
        board.commands.delete(seq)
      for (const answer of [...board.answers.values()])
        if (isSameName(answer.via ?? null, event.account)) board.answers.delete(answerKey(answer))
      return board.accounts.delete(nameKey(event.account))
    case "token.created": {
      const { account, hash, until } = event
      const n = numberOf(event.token)
      board.count({ token: n })
      return board.tokens.put({ n, account, hash, until, createdAt: at })
    }
    case "token.replaced": {
      const token = board.tokens.get(numberOf(event.token))
      if (token) board.tokens.put({ ...token, until: event.until })
      return
    }
    case "token.revoked":
      return board.tokens.delete(numberOf(event.token))
    case "access.required":
      return board.count({ accessRequired: true })
    case "access.lifted":
      return board.count({ accessRequired: false })
    case "board.restored":
      if (!event.keepsTokens) for (const { n } of [...board.tokens.values()]) board.tokens.delete(n)
      return
    default:
      event satisfies never
  }
}
