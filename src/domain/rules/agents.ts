import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { isStranger } from "../board/access/strangers.ts"
import { hidesSomething, lookKey } from "../wire/look-alike.ts"
import type { Context } from "../context.ts"
import { isSameName, nameKey, reservedNames } from "../wire/names.ts"

/** Who names somebody, and which agents have been heard from. */
export type Namer = Pick<Context, "actor" | "presence">

/** The event for a host that an agent names for the first time. */
export function hostEvents(board: Board, host: string | undefined): BoardEvent[] {
  return host === undefined || board.hosts.has(host) ? [] : [{ type: "host.joined", host }]
}

/**
 * Refuses the reviewer "auto". In some services it means an automatic review; here the work would wait forever.
 * @throws invalid_input, unless an agent has that name
 */
export function requireRealReviewer(board: Board, reviewer: string | null | undefined): void {
  if (reviewer == null || nameKey(reviewer) !== "auto" || board.agents.has("auto")) return
  const message =
    "auto is not a name: give the name of an agent or a person, or no reviewer if the work needs no review"
  fail("invalid_input", {
    detail: `reviewer: ${message}`,
    errors: [{ path: "reviewer", message, received: reviewer }],
  })
}

/**
 * Refuses a new name that looks like another name. Existing names are kept.
 * @param more names that are added together with it
 * @throws invalid_input
 */
export function requireDistinct(board: Board, name: string, more: Iterable<string> = []): void {
  const key = nameKey(name)
  if (board.agents.has(key) || board.accounts.has(key)) return
  if (hidesSomething(name)) failName(name, "contains invisible characters")
  const look = lookKey(name)
  const names = [...board.agents.values(), ...board.accounts.values()]
    .map((each) => each.name)
    .concat([...more])
  const alike = names.find((each) => lookKey(each) === look)
  if (alike !== undefined) failName(name, `looks like ${alike}, which is another name here`)
}

/**
 * The events for those of these names that are new, because an agent joins by acting or by being named.
 * @param namer who names them; without it all of them act
 * @throws invalid_input for a name that looks like another name
 */
export function joinEvents(
  board: Board,
  names: readonly (string | null | undefined)[],
  namer?: Namer,
): BoardEvent[] {
  const unseen = new Map<string, string>()
  const acts = (name: string) => namer === undefined || isSameName(name, namer.actor)
  for (const name of names) {
    if (name === null || name === undefined || reservedNames.includes(nameKey(name))) continue
    const key = nameKey(name)
    const known = board.agents.get(key)
    if (unseen.has(key) || (known && !(known.named && acts(name)))) continue
    if (!known) requireDistinct(board, name, unseen.values())
    unseen.set(key, known?.name ?? name)
  }
  return [...unseen.values()].map((name) => {
    const isNew = namer !== undefined && !acts(name) && !namer.presence.of(name) && isStranger(board, name)
    const agent = { name, kind: "agent", role: null, description: null } as const
    return { type: "agent.joined", agent: isNew ? { ...agent, named: true } : agent }
  })
}

// --- internal ---

function failName(name: string, problem: string): never {
  fail("invalid_input", {
    detail: `${JSON.stringify(name)} ${problem}.`,
    errors: [{ path: "name", message: `${problem}: choose another`, received: name }],
  })
}
