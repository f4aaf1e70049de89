import { join } from "node:path"
import { fail, UpnextError } from "../../errors.ts"
import type { TreesPlace } from "../../repository/trees-place.ts"
import { areAllowed, requireAllowed, type CloneDecisions } from "../../terminal/allowed.ts"
import { line } from "../../terminal/output.ts"
import {
  decisionsIn,
  isElsewhere,
  type CheckCommand,
  type ProjectChecks,
} from "../../terminal/project-checks.ts"
import type { Env } from "../../terminal/sources.ts"

/** What somebody allows. */
export interface CommandsToAllow {
  /** The repository. */
  readonly main: string
  readonly base: ProjectChecks
  readonly fresh?: ReadonlyMap<string, CheckCommand>
}

/** @throws invalid_input if nobody can be asked or the answer is no */
export async function requireApproval(
  commands: CommandsToAllow,
  {
    isYes,
    mayAsk,
    env,
    typed,
  }: {
    readonly isYes: boolean
    readonly mayAsk?: boolean
    readonly env: Env
    readonly typed: string
  },
): Promise<void> {
  const refusal = {
    detail: `The commands in ${line(join(commands.main, ".upnext.json"))} are not trusted yet.`,
    hint: `Read the commands, then run \`${typed} --yes\` once.`,
  }
  await requireAllowed(decisionsOf(commands), { isYes, mayAsk, env, refusal })
}

export function isApproved(commands: CommandsToAllow, env: Env): boolean {
  return areAllowed(decisionsOf(commands), env)
}

/** A worker's permission covers what existed when the worker started. @throws unavailable */
export function requireStillAllowed(commands: CommandsToAllow, env: Env): void {
  if (isApproved(commands, env)) return
  fail("unavailable", {
    detail: `The commands in ${line(join(commands.main, ".upnext.json"))} have changed since this worker started and are not trusted yet.`,
    hint: "Read the commands, run `upnext verify --yes` once, and start the worker again. No attempt is counted.",
    facts: { isUnallowed: true },
  })
}

export function isUnallowed(error: unknown): error is UpnextError {
  return error instanceof UpnextError && error.facts["isUnallowed"] === true
}

/**
 * Where a repository's file places its trees: a location that is neither inside nor next to the repository must have
 * been allowed by a person.
 */
export function placeSaid(main: string, trees: string): TreesPlace {
  return isElsewhere(main, trees) ? { directory: trees } : { directory: trees, followsLinks: false }
}

// --- internal ---

function decisionsOf({ main, base, fresh = new Map() }: CommandsToAllow): CloneDecisions {
  return { root: main, path: join(main, ".upnext.json"), decisions: decisionsIn(main, base, fresh) }
}
