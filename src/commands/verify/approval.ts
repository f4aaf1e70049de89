import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { fail } from "../../errors.ts"
import { syncDirectory } from "../../machine/durable-file.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { durableText, jsonFile } from "../../machine/json-file.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { credentialsPath } from "../../terminal/credentials.ts"
import { line, note, style } from "../../terminal/output.ts"
import type { CheckCommand, ProjectChecks } from "../../terminal/project-checks.ts"
import type { Env } from "../../terminal/sources.ts"

/** What somebody allows to be run. */
export interface CommandsToAllow {
  /** The repository. */
  readonly main: string
  readonly base: ProjectChecks
  readonly fresh?: ReadonlyMap<string, CheckCommand>
}

/**
 * The commands of a repository are run once somebody has seen them: it is asked for once by their content, as direnv does.
 * A change of any of them asks anew.
 * @throws invalid_input where nobody can be asked, or the answer is no
 */
export async function requireApproval(
  { main, base, fresh = new Map() }: CommandsToAllow,
  {
    isYes,
    mayAsk = canAsk(),
    env,
    typed,
  }: {
    readonly isYes: boolean
    readonly mayAsk?: boolean
    readonly env: Env
    readonly typed: string
  },
): Promise<void> {
  const commands = [...base.checks, ...fresh].map(([name, { run }]) => [name, run] as const)
  const all = base.setup === undefined ? commands : [["setup", base.setup] as const, ...commands]
  if (all.length === 0) return
  const path = join(dirname(credentialsPath(env)), "approved.json")
  const hash = createHash("sha256")
    .update(JSON.stringify([base.setup ?? null, commands]))
    .digest("hex")
  const file = jsonFile<Approved>(durableText(path))
  const kept = await readKept(file, path)
  const known = kept[main] ?? []
  if (known.includes(hash)) return
  if (!isYes) {
    if (!mayAsk)
      fail("invalid_input", {
        detail: `Nobody has allowed yet what .upnext.json of ${main} runs.`,
        hint: `Look at it, and run \`${typed} --yes\` once.`,
      })
    note(`${line(main)}/.upnext.json runs:`)
    for (const [name, run] of all) note(`  ${style.bold(line(name))}  ${line(run)}`)
    if (!(await confirm("Allow it, as long as it does not change?")))
      fail("invalid_input", { detail: "It was not allowed.", hint: "Nothing was run." })
  }
  try {
    for (const made of await makeDirectory(dirname(path))) await syncDirectory(dirname(made))
    const others = Object.entries(kept).filter(([root]) => root !== main)
    const entries = [...others, [main, [hash, ...known].slice(0, mostOfOne)] as const].slice(-mostOfAll)
    await file.write(Object.fromEntries(entries))
  } catch (error) {
    throw asRefusal(error, path)
  }
}

// --- internal ---

/** By repository: the SHA-256 of what was allowed, newest first. */
type Approved = Record<string, readonly string[]>

const mostOfOne = 20
const mostOfAll = 500

/** What was damaged asks again: nothing is allowed by it. */
async function readKept(file: { read(): Promise<Approved | null> }, path: string): Promise<Approved> {
  try {
    const kept = (await file.read()) ?? {}
    return Object.fromEntries(Object.entries(kept).filter(([, hashes]) => Array.isArray(hashes)))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return {}
    throw asRefusal(error, path)
  }
}
