import type { Board } from "../board/board.ts"
import type { AgentFields, EventMeta } from "../board/events.ts"
import { nameKey } from "../wire/names.ts"
import { acknowledge } from "./inbox.ts"

/** An agent is seen for the first time, or described anew. Older events do not say what it draws on and can do. */
export function joinAgent(board: Board, fields: AgentFields, { at }: EventMeta): void {
  const { joinedAt = at, pause = null } = board.agents.get(nameKey(fields.name)) ?? {}
  board.agents.put({ resources: [], skills: [], ...fields, joinedAt, pause })
}

/** An agent is taken off the list, and its inbox with it. */
export function deleteAgent(board: Board, name: string, { seq }: EventMeta): void {
  acknowledge(board, nameKey(name), seq)
  board.agents.delete(nameKey(name))
}
