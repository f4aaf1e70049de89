import { nameKey } from "../../wire/names.ts"
import type { Account } from "./access-records.ts"
import type { Agent } from "../records.ts"

interface Known {
  readonly agents: Pick<ReadonlyMap<string, Agent>, "get">
  readonly accounts: Pick<ReadonlyMap<string, Account>, "has" | "values">
}

/**
 * Whether this name is unknown here: no account has it, and no agent of this name has been described or has done
 * anything.
 */
export function isStranger({ agents, accounts }: Known, name: string): boolean {
  const key = nameKey(name)
  const agent = agents.get(key)
  if (agent && agent.named !== true) return false
  if (accounts.has(key)) return false
  return ![...accounts.values()].some(({ agent: bound }) => bound !== null && nameKey(bound) === key)
}
