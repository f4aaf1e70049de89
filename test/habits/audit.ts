import { expect } from "vitest"
import type { RealRepository } from "../repository/real-git.ts"
import { call } from "../support/server.ts"

/** What the board shows of a task, as far as it is audited. */
interface AuditedTask {
  readonly id: string
  readonly status: string
  readonly checkStates: readonly { check: string; state: string }[]
  readonly work?: {
    readonly tree: string
    readonly commit: string
    readonly patch: { readonly id: string } | null
    readonly landed: { readonly commit: string | null } | null
  }
}

export interface Audited {
  readonly url: string
  readonly repository: RealRepository
  readonly ids: readonly string[]
  /** What people have in their own checkout, by path. */
  readonly own: ReadonlyMap<string, string>
  /** Commits that somebody had made when its command ended. */
  readonly noted: readonly string[]
  /** What was done so far, for the message. */
  readonly story: readonly string[]
}

/** Looks from outside whether the promises hold: with git itself, and what the board answers to anybody. */
export async function audit({ url, repository, ids, own, noted, story }: Audited): Promise<void> {
  const { git, root } = repository
  const told = `\n${story.slice(-8).join("\n")}\n`
  for (const id of ids) {
    const { body } = await call(url, "GET", `/tasks/${id}?checks=1`)
    const { task, checks } = body as {
      task: AuditedTask
      checks: { check: string; status: string; tree: string | null; counts: boolean }[]
    }
    const { work } = task
    if (task.status === "done" && work) {
      const passed = checks.find(({ check, counts }) => check === "t" && counts)
      expect(passed, `${id} is done without a proof${told}`).toMatchObject({
        status: "passed",
        tree: work.tree,
      })
      expect(git("rev-parse", `${work.commit}^{tree}`).trim(), `${id}: another tree is proven${told}`).toBe(
        work.tree,
      )
      expect(git("ls-tree", "--name-only", work.commit), `${id} is done and broken${told}`).not.toMatch(
        /^broken$/m,
      )
    }
    if (task.status === "done" && !work) expect(checks, `${id} is done without any work${told}`).toEqual([])
    const landed = work?.landed?.commit
    if (landed) {
      expect(git("ls-tree", "--name-only", landed), `${id} has landed and is broken${told}`).not.toMatch(
        /^broken$/m,
      )
      const changed = git("diff-tree", "-r", "-z", "--no-commit-id", "--no-renames", "--name-only", landed)
      const shown = await shownFiles({ url, repository, id, patch: work.patch?.id })
      const unseen = changed.split("\0").filter((path) => path !== "" && !shown.includes(path))
      expect(unseen, `${id} has landed what was not shown${told}`).toEqual([])
    }
  }
  expect(unreachable(repository, noted), `commits that nothing holds any more${told}`).toEqual([])
  for (const [path, text] of own)
    expect(git("hash-object", "--no-filters", "--", `${root}/${path}`), `${path} of a person${told}`).toBe(
      text,
    )
}

// --- internal ---

async function shownFiles({
  url,
  repository,
  id,
  patch,
}: Pick<Audited, "url" | "repository"> & { id: string; patch: string | undefined }): Promise<string[]> {
  if (patch === undefined) return []
  const response = await fetch(`${url}/tasks/${id}/attachments/${patch}`)
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1")
  const [, from = "", commit = ""] = /([0-9a-f]{40})\.\.([0-9a-f]{40})/.exec(text.slice(0, 400)) ?? []
  const { git } = repository
  return git("diff-tree", "-r", "-z", "--no-commit-id", "--no-renames", "--name-only", from, commit).split(
    "\0",
  )
}

/** Those that neither a ref nor the head of a tree holds. */
function unreachable({ git }: RealRepository, noted: readonly string[]): string[] {
  const heads = git("worktree", "list", "--porcelain")
    .split("\n")
    .flatMap((line) => /^HEAD ((?!0{40})[0-9a-f]{40})$/.exec(line)?.[1] ?? [])
  const held = new Set(git("rev-list", "--all", "--reflog", ...heads).split("\n"))
  return noted.filter((commit) => !held.has(commit))
}
