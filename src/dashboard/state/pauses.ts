import { call } from "../api/api.ts"
import type { Actions } from "./actions.ts"
import type { Written } from "./writes.ts"

/** How long a pause may last; without a span until it is resumed. */
export const pauseSpans = [
  { name: "For 30 minutes", words: "for 30 minutes", span: "30m" },
  { name: "For 2 hours", words: "for 2 hours", span: "2h" },
  { name: "Until resumed", words: "until resumed", span: undefined },
] as const

/** Pauses an agent, or with null the whole team. */
export async function pause(
  { ask, tell }: Pick<Actions, "ask" | "tell">,
  agent: string | null,
  { words, span }: (typeof pauseSpans)[number],
): Promise<Written> {
  return ask<unknown>(
    () =>
      agent === null ? call("team.pause", { for: span }) : call("agent.pause", { name: agent, for: span }),
    (undo) =>
      tell(`${agent === null ? "No work is offered" : `${agent} is paused`} ${words}.`, {
        undo,
      }),
  )
}

/** Lets an agent, or with null the whole team, take work again. */
export async function resume(
  { ask, tell }: Pick<Actions, "ask" | "tell">,
  agent: string | null,
): Promise<Written> {
  return ask<unknown>(
    () => (agent === null ? call("team.resume", {}) : call("agent.resume", { name: agent })),
    (undo) => tell(`${agent ?? "The team"} is no longer paused.`, { undo }),
  )
}
