import type { Env } from "../../terminal/sources.ts"
import { requireApproval } from "./approval.ts"
import { readCatalog } from "./catalog.ts"

/**
 * Asks for permission for the commands of this repository before they are needed. Uncommitted definitions are not
 * included.
 * @throws invalid_input if nobody can be asked or the answer is no
 */
export async function allowChecks(
  cwd: string,
  { isYes, env }: { readonly isYes: boolean; readonly env: Env },
): Promise<void> {
  const { main, base } = await readCatalog(cwd, env)
  await requireApproval({ main, base }, { isYes, env, typed: "upnext verify" })
}
