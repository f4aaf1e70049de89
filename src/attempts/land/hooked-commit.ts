import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fail } from "../../errors.ts"
import { makeTemporary } from "../../machine/temporary-directory.ts"
import { gitIn } from "../../repository/git.ts"
import type { Hooked, HookedCommit } from "../../repository/land.ts"
import { authorVariables } from "../../repository/uncommitted.ts"
import { toError } from "../trees/setup.ts"
import { runCheck } from "../verify/run-check.ts"
import type { Checking } from "./check-candidate.ts"
import { checkComment } from "./words.ts"

/**
 * Commits what lands with the user's own git settings, so that the repository's hooks run and may refuse the
 * commit.
 * @throws git_failed if it was stopped
 */
export async function commitWithHooks(
  { path, base, message, author }: HookedCommit,
  { env, stop, base: branch }: Pick<Checking, "env" | "stop" | "base">,
): Promise<Hooked> {
  const git = gitIn(path, env)
  await git.run(["reset", "--quiet", "--soft", base])
  const { path: directory, remove } = await makeTemporary()
  try {
    const file = join(directory, "message")
    await writeFile(file, message)
    const by = author && authorVariables(author)
    const ran = await runCheck(
      { run: 'git commit --quiet --cleanup=verbatim --file="$UPNEXT_MESSAGE"', timeoutMs: hookMs },
      {
        ...{ root: path, env: { ...env, ...by, UPNEXT_MESSAGE: file }, stdout: toError(), stderr: toError() },
        ...{ stop: stop.asked, hurry: stop.hurried },
      },
    )
    if (!ran)
      return fail("git_failed", {
        detail: "The hooks were stopped.",
        hint: "Nothing has landed; run the command again.",
      })
    if (ran.status === "passed") return { commit: (await git.run(["rev-parse", "HEAD"])).trim() }
    const said = "`git commit` failed in this repository's hooks"
    return { refused: { reason: checkComment(branch, { said, output: ran.output }) } }
  } finally {
    await remove()
  }
}

// --- internal ---

const hookMs = 30 * 60_000
