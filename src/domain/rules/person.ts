import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import type { PersonSign } from "../wire/enums.ts"
import { isLoose, nameKey } from "../wire/names.ts"
import type { Caller } from "./lease.ts"

/**
 * The evidence that a person acts: the token of a person's account or, without authentication, the description of the
 * agent, which anybody may write.
 */
export function personSign(board: Board, actor: string, who: Context["who"]): PersonSign | undefined {
  if (isAsked(who)) return who?.isPerson === true ? "account" : undefined
  return board.agents.get(nameKey(actor))?.kind === "person" ? "description" : undefined
}

/**
 * The evidence that a person finishes a task, if only agents must give a reflection. Without authentication, this is
 * any caller whose claim was not made by a worker, coding agent or MCP client.
 */
export function personFinishing(
  board: Board,
  { lease }: Task,
  { session }: Caller,
  { actor, who, policy }: Pick<Context, "actor" | "who" | "policy">,
): PersonSign | undefined {
  if (policy.reflection !== "agents") return undefined
  const sign = personSign(board, actor, who)
  if (sign !== undefined || isAsked(who)) return sign
  const ofProgram = [session, lease?.session].some((each) => each != null && !isLoose(each))
  return ofProgram || lease?.finishedBy !== undefined ? undefined : "open board"
}

// --- internal ---

const isAsked = (who: Context["who"]) => who !== undefined && who.isAnyone !== true
