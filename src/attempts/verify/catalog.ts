import { dirname, join } from "node:path"
import { UpnextError } from "../../errors.ts"
import type { Git } from "../../repository/git.ts"
import { findRepository, type Repository } from "../../repository/repository.ts"
import type { AttemptRecord } from "../../repository/attempt-record.ts"
import { baseCommit } from "../../repository/base.ts"
import { attemptHere } from "../../repository/leave.ts"
import { commitAt } from "../../repository/tree.ts"
import { noChecks, readChecks, type CheckCommand, type ProjectChecks } from "../../terminal/project-checks.ts"
import { checksIn, findProjectFile } from "../../terminal/project-file.ts"
import { parseObject, type Env } from "../../terminal/sources.ts"

/** The checks of a repository, for anyone who works in one of its directories. */
export interface Catalog {
  /** Where checks run. */
  readonly root: string
  /** What names the repository, whichever of its trees this is. */
  readonly main: string
  /** Undefined outside of a repository of git. */
  readonly git: Git | undefined
  /** As defined in the base, that is, as committed there. Without git, as in the file. */
  readonly base: ProjectChecks
  /** Checks whose names occur only in the files here. */
  readonly fresh: ReadonlyMap<string, CheckCommand>
  /** Names for which the file here defines another command, which is not committed in the base. */
  readonly unlike: readonly string[]
  /** The attempt that this tree is of. */
  readonly attempt: AttemptRecord | undefined
}

/**
 * The command of a name is read from the repository's `.upnext.json`, as committed in the base of this tree. So an
 * agent working on a task in its own tree cannot change which command a name runs.
 * @param known the repository there, where it was asked for already
 * @throws invalid_config
 */
export async function readCatalog(cwd: string, env: Env, known?: Repository): Promise<Catalog> {
  const repository = known ?? (await repositoryAt(cwd, env))
  if (!repository) return withoutGit(cwd)
  const { root, main, git } = repository
  const attempt = repository.isAdded ? await attemptHere(repository) : undefined
  const base = await committed(repository, attempt)
  const own = checksIn(join(root, fileName))
  const fresh = new Map([...own.checks].filter(([name]) => !base.checks.has(name)))
  const unlike = [...own.checks].filter(([name, { run }]) => (base.checks.get(name)?.run ?? run) !== run)
  return { root, main, git, base, fresh, unlike: unlike.map(([name]) => name), attempt }
}

/** @param commit a hash @param root for a message @throws invalid_config */
export async function committedChecks(git: Git, commit: string, root: string): Promise<ProjectChecks> {
  const { exit, stdout } = await git.ask(["cat-file", "blob", `${commit}:${fileName}`], {
    maxBytes: mostBytes,
  })
  if (exit !== 0) return noChecks
  const source = `${join(root, fileName)} as committed`
  return readChecks(source, parseObject(source, stdout))
}

// --- internal ---

const fileName = ".upnext.json"
const mostBytes = 1024 * 1024

async function repositoryAt(cwd: string, env: Env): Promise<Repository | undefined> {
  return findRepository(cwd, env).catch((error: unknown) => {
    // A repository that git does not trust must not be read in another way.
    if (error instanceof UpnextError && error.facts["distrusted"] !== true) return undefined
    throw error
  })
}

function withoutGit(cwd: string): Catalog {
  const path = findProjectFile(cwd)?.path
  const root = path === undefined ? cwd : dirname(path)
  const base = path === undefined ? noChecks : checksIn(path)
  return { root, main: root, git: undefined, base, fresh: new Map(), unlike: [], attempt: undefined }
}

async function committed(repository: Repository, attempt: AttemptRecord | undefined): Promise<ProjectChecks> {
  const { git, root } = repository
  // For an attempt's tree, the branch in which it is to land; for another added worktree, the branch of the main
  // worktree.
  const commit = attempt ? await baseCommit(git, attempt) : await commitAt(repository.mainGit, "HEAD")
  return commit === undefined ? noChecks : committedChecks(git, commit, root)
}
