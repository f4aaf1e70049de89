import { formatDuration } from "../domain/wire/duration.ts"
import type { BoardSettings } from "../storage/storage.ts"

/** The settings of a board in a database, as the `config.json` of a home keeps them. */
export function boardConfig({ policy, tokens }: BoardSettings): string {
  const { lease, reflection, criteria, checks, edges, ...limits } = policy
  const config = {
    lease: formatDuration(lease),
    ...limits,
    policy: { reflection, criteria, checks, edges },
    ...(tokens.length > 0 && { tokens }),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
