import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { shown } from "../domain/wire/clean-text.ts"
import type { ErrorCode } from "../errors.ts"
import { fail, UpnextError } from "../errors.ts"
import { asRefusal } from "../machine/file-errors.ts"
import { canAsk, confirm } from "./ask.ts"
import { credentialsPath } from "./credentials.ts"
import { line, note, style, terminalWidth } from "./output.ts"
import { readObject, type Env } from "./sources.ts"
import { piecesOf } from "./width.ts"

// What a `.upnext.json` decides for whoever works in its repository is asked for once, by its content, as direnv does.
// What was allowed is kept beside the credentials.

/** One thing that the file decides. */
export interface CloneDecision {
  /** A URL is allowed for all repositories, the rest for one. */
  readonly kind: "url" | "trees" | "setup" | "check"
  readonly name: string
  readonly text: string
}

export interface CloneDecisions {
  /** What names the repository. */
  readonly root: string
  /** The file that says them, or where it would be. */
  readonly path: string
  readonly decisions: readonly CloneDecision[]
}

export interface Asking {
  readonly env: Env
  /** `--yes` was typed: what is allowed is shown. */
  readonly isYes: boolean
  readonly mayAsk?: boolean | undefined
  /** Where nobody can be asked. */
  readonly refusal: { readonly code?: ErrorCode; readonly detail: string; readonly hint: string }
}

export function areAllowed({ root, decisions }: Omit<CloneDecisions, "path">, env: Env): boolean {
  const kept = readKept(pathIn(env))
  return decisions.every((each) => listOf(kept, root, each).includes(hashOf(each))) || isOldForm(kept)

  /** Versions before kept one hash of all that is run. */
  function isOldForm(of: Approved): boolean {
    if (decisions.some(({ kind }) => kind === "url" || kind === "trees")) return false
    const commands = decisions.filter(({ kind }) => kind === "check").map(({ name, text }) => [name, text])
    const setup = decisions.find(({ kind }) => kind === "setup")?.text ?? null
    return (of[root] ?? []).includes(sha256([setup, commands]))
  }
}

/**
 * Goes on once somebody has seen and allowed all of it. A change of any of it asks anew.
 * @throws the refusal where nobody can be asked; invalid_input where the answer is no
 */
export async function requireAllowed(asked: CloneDecisions, asking: Asking): Promise<void> {
  const { isYes, env, refusal, mayAsk = canAsk() } = asking
  if (areAllowed(asked, env)) return
  if (!isYes && !mayAsk) fail(refusal.code ?? "invalid_input", refusal)
  showDecisions(asked)
  if (!isYes && !(await confirm("Trust this until it changes?")))
    fail("invalid_input", { detail: "It is not trusted.", hint: "Nothing was run." })
  await keepAllowed(asked, env)
}

/** Keeps that all of it is allowed. */
export async function keepAllowed(
  { root, decisions }: Omit<CloneDecisions, "path">,
  env: Env,
): Promise<void> {
  const path = pathIn(env)
  const { durableText, jsonFile } = await import("../machine/json-file.ts")
  const { makeDirectory } = await import("../machine/make-directory.ts")
  const { syncDirectory } = await import("../machine/durable-file.ts")
  let kept = readKept(path)
  for (const each of decisions) {
    const key = keyOf(root, each)
    const hashes = [hashOf(each), ...listOf(kept, root, each).filter((hash) => hash !== hashOf(each))]
    const others = Object.entries(kept).filter(([name]) => name !== key)
    // The newest stand last.
    kept = Object.fromEntries([...others, [key, hashes.slice(0, mostOfOne)] as const].slice(-mostOfAll))
  }
  try {
    for (const made of await makeDirectory(dirname(path))) await syncDirectory(dirname(made))
    await jsonFile<Approved>(durableText(path)).write(kept)
  } catch (error) {
    throw asRefusal(error, path)
  }
}

// --- internal ---

/** By repository, and for URLs in one: the SHA-256 of what was allowed, newest first. */
type Approved = Readonly<Record<string, readonly string[]>>

const mostOfOne = 100
/** Kept small: the file is read by each command of a repository that names another server. */
const mostOfAll = 200

const pathIn = (env: Env) => join(dirname(credentialsPath(env)), "approved.json")
const sha256 = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex")
const hashOf = ({ kind, name, text }: CloneDecision) => sha256([kind, name, text])
const keyOf = (root: string, { kind }: CloneDecision) => (kind === "url" ? "url" : root)
const listOf = (kept: Approved, root: string, each: CloneDecision) => kept[keyOf(root, each)] ?? []

/** What is damaged asks again: nothing is allowed by it. */
function readKept(path: string): Approved {
  try {
    const kept = Object.entries(readObject(path) ?? {}).filter(([, hashes]) => Array.isArray(hashes))
    return Object.fromEntries(kept) as Approved
  } catch (error) {
    if (error instanceof UpnextError) return {}
    throw error
  }
}

/** Each on lines of its own, as it is: no text can pass for another line, or hide a part of itself. */
function showDecisions({ path, decisions }: CloneDecisions): void {
  const names = decisions.map(({ name }) => seen(isWord.test(name) ? name : JSON.stringify(name)))
  const indent = 4 + Math.min(20, Math.max(...names.map((name) => name.length)))
  const width = Math.max(20, (terminalWidth(process.stderr) ?? Infinity) - indent)
  note(`${line(path)} says:`)
  for (const [i, { text }] of decisions.entries()) {
    const lines = text.split("\n").flatMap((each) => piecesOf(seen(each), width))
    const rest = lines.slice(1).map((each) => `\n${" ".repeat(indent)}${each}`)
    note(`  ${style.bold((names[i] ?? "").padEnd(indent - 4))}  ${lines[0] ?? ""}${rest.join("")}`)
  }
}

/** Any other name is quoted, so that it cannot look like a name with its command. */
const isWord = /^[\p{L}\p{N}\p{M}_.:/@+-]+$/u

/** Blanks that a shell takes for letters look like those between words. */
function seen(text: string): string {
  const odd = (char: string) =>
    `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`
  return shown(text).replace(/[^\P{Zs} ]|\t|\u2800/gu, odd)
}
