import type { Env } from "../../terminal/sources.ts"
import { requireApproval } from "./approval.ts"
import { readCatalog } from "./catalog.ts"

/**
 * Asks for what the repository here runs, before it is needed. What is not committed yet is no part of it.
 * @throws invalid_input where nobody can be asked, or the answer is no
 */
export async function allowChecks(
  cwd: string,
  { isYes, env }: { readonly isYes: boolean; readonly env: Env },
): Promise<void> {
  const { main, base } = await readCatalog(cwd, env)
  await requireApproval({ main, base }, { isYes, env, typed: "upnext verify" })
}
