import type { Config } from "./config.ts"
import { isLoopback } from "../machine/loopback.ts"
import type { BoardPolicy } from "../domain/context.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import { fail } from "../errors.ts"
import type { BoardSettings, DecideSettings, SharedServer } from "../storage/storage.ts"

/** The policy that a configuration asks for, defaults included. */
export function policyOf({
  lease,
  maxAttempts,
  maxExpiries,
  escalation,
  reviewers,
  policy,
}: Pick<
  Config,
  "lease" | "maxAttempts" | "maxExpiries" | "escalation" | "reviewers" | "policy"
>): BoardPolicy {
  return { lease, maxAttempts, maxExpiries, escalation, ...(reviewers && { reviewers }), ...policy }
}

/**
 * What a board in a database goes by, when a server of this configuration starts. A new board takes the server's
 * settings, and a board of before a setting takes that one. Later, what somebody configured must be the board's, so that
 * no two servers decide by different rules.
 * `reconfigure` puts it in place of the board's, for which the server must be alone.
 * @throws settings_differ, board_in_use
 */
export function decideSettings(config: Config, { reconfigure }: { reconfigure: boolean }): DecideSettings {
  const given = config.tokens
  const chosen = config.chosen ?? policyOf(config)
  return (stored, others) => {
    if (stored === undefined)
      return { policy: { ...policyOf(config), ...ofNewBoard, ...chosen }, tokens: given }
    const kept = { ...stored, policy: { ...policyOf(config), ...stored.policy } }
    if (reconfigure) {
      if (others.length > 0) failInUse(config.board, others)
      return { policy: { ...kept.policy, ...chosen }, tokens: given.length > 0 ? given : kept.tokens }
    }
    const keys = (Object.keys(chosen) as (keyof BoardPolicy)[]).filter(
      (key) => say(key, chosen) !== say(key, kept.policy),
    )
    const differs = given.length > 0 && kept.tokens.length > 0 && !isSame(given, kept.tokens)
    if (keys.length > 0 || differs)
      failDiffering(config.board, [
        ...keys.map((key) => [say(key, kept.policy), say(key, chosen)] as const),
        ...(differs ? [[sayTokens(kept.tokens), sayTokens(given)] as const] : []),
      ])
    return kept.tokens.length > 0 ? kept : { ...kept, tokens: given }
  }
}

/** What holds for a new board where nothing else was chosen. Older ones keep what held for them. */
export const ofNewBoard = { reflection: "agents" } as const

/** Whether a server has to ask for tokens: it can be reached from beyond this machine, by another name than its own, or through a proxy. */
export function needsToken({ auth, host, allowedHosts, trustProxy = [] }: Config): boolean {
  return auth && (!isLoopback(host) || allowedHosts.length > 0 || trustProxy.length > 0)
}

/** The servers that are running on a board, each such as `http://127.0.0.1:4445 (pid 7 on box)`. */
export function sayServers(servers: readonly SharedServer[]): string {
  return servers
    .map(({ host, pid, url }) => `${url ?? "a server that is starting"} (pid ${pid} on ${host})`)
    .join(", ")
}

export function failInUse(board = "main", servers: readonly SharedServer[]): never {
  fail("board_in_use", {
    detail: `The board ${board} is in use: ${sayServers(servers)}.`,
    facts: { board, servers },
  })
}

// --- internal ---

function failDiffering(board = "main", pairs: readonly (readonly [string, string])[]): never {
  const [kept, configured] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  fail("settings_differ", {
    detail: `The board ${board} has ${kept.join(", ")}; this server is configured with ${configured.join(", ")}.`,
    facts: { board, kept, configured },
  })
}

/** A setting in words, such as `lease 30m`. Equal settings have equal words, in whatever order the keys of an object are. */
function say(key: keyof BoardPolicy, { [key]: value }: Partial<BoardPolicy>): string {
  if (typeof value === "object")
    return `${key} ${JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))}`
  return `${key} ${sayValue(key, value)}`
}

function sayValue(key: keyof BoardPolicy, value: unknown): string {
  const isDuration = key === "lease" || key === "quiet" || key === "nobodyAsks"
  return isDuration && value !== 0 ? formatDuration(Number(value)) : String(value)
}

/** A part of each hash: enough to tell them apart, and useless for whoever reads the log. */
function sayTokens(tokens: BoardSettings["tokens"]): string {
  const each = tokens.map(
    ({ hash, agent }) => `${hash.slice(0, 8)}…${agent === undefined ? "" : ` of ${agent}`}`,
  )
  return `the access tokens with the hashes ${each.join(" and ")}`
}

function isSame(one: BoardSettings["tokens"], other: BoardSettings["tokens"]): boolean {
  const keys = (tokens: BoardSettings["tokens"]) =>
    [...new Set(tokens.map(({ hash, agent = "" }) => `${hash} ${agent}`))].sort().join()
  return keys(one) === keys(other)
}
