import { UpnextError } from "../errors.ts"
import type { Prove, Speaker } from "./client-request.ts"

export interface SpeakingOptions {
  readonly token?: string | undefined
  readonly actor?: string | undefined
  readonly isActorAssumed?: boolean | undefined
  readonly homeCheck?: KnownHome | undefined
  readonly findProof?: (() => Promise<Prove | undefined>) | undefined
}

interface KnownHome extends Pick<Speaker, "find"> {
  readonly id: string | undefined
  vouch(): Promise<void>
  url?(): string
}

/**
 * Who a client speaks as.
 *
 * A guessed name gives way to the agent that it has to be; and who holds the home shows it, where that is asked for.
 */
export function createSpeaking({ token, homeCheck, findProof, ...options }: SpeakingOptions) {
  let { actor, isActorAssumed = false } = options
  let prove: Prove | undefined
  return {
    speaker: (): Speaker & { readonly actor: string | undefined } => ({
      token,
      actor,
      home: homeCheck?.id,
      prove,
      vouch: token === undefined ? undefined : homeCheck?.vouch,
      url: homeCheck?.url?.(),
      find: homeCheck?.find,
    }),
    /** Whether the refused request may be sent again, since the sender is another from now on. */
    async changesAfter(error: unknown): Promise<boolean> {
      const owner = isActorAssumed ? ownerIn(error) : undefined
      if (owner !== undefined) {
        actor = owner
        isActorAssumed = false
        return true
      }
      if (prove !== undefined || !takesHome(error, token)) return false
      prove = await findProof?.()
      return prove !== undefined
    },
  }
}

// --- internal ---

/** The agent that a token belongs to, where it was refused because somebody else was named. */
function ownerIn(error: unknown): string | undefined {
  const isMismatch = error instanceof UpnextError && error.code === "actor_mismatch"
  return isMismatch ? error.facts.agent : undefined
}

/** Whether the holder of the home may do what was refused. A token that is not good is told, and not passed over. */
function takesHome(error: unknown, token: string | undefined): boolean {
  if (!(error instanceof UpnextError)) return false
  return error.code === "needs_home" || (error.code === "unauthorized" && token === undefined)
}
