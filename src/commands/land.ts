import { parseDuration } from "../domain/wire/duration.ts"
import { fail } from "../errors.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { withClient } from "../terminal/with-client.ts"

export default define({
  name: "land",
  summary: "Land finished work in its base, as one commit per task",
  positionals: [{ name: "id", isMany: true, optional: true }],
  flags: {
    base: {
      kind: "text",
      description: "the branch to land in, default: the one that the attempt started from",
    },
    take: {
      kind: "text",
      description: "also land this commit, which is the tip of the branch and follows the reported commit",
    },
    check: { kind: "boolean", description: "only test whether the work merges with its base; move nothing" },
    elsewhere: { kind: "boolean", description: "only record that the work landed by other means" },
    fresh: { kind: "boolean", description: "rerun checks that have already passed on exactly these files" },
    hooks: { kind: "boolean", description: "run git's commit hooks on the commit that lands" },
    pr: {
      kind: "maybe",
      description:
        "push the work and open a pull request, which lands the work once merged; with a URL, use that pull request",
      accepts: (text) => text.includes("://"),
    },
    follow: {
      kind: "boolean",
      description: "watch the pull requests of all tasks, and report their state to the board",
    },
    every: { kind: "text", description: "with --follow: how often to look, default 1m" },
    once: {
      kind: "boolean",
      description: "with --follow: look at the pull requests once, then exit; exit status 1 on failure",
    },
    yes: {
      kind: "boolean",
      description:
        "trust the commands in .upnext.json until they change; with --pr, do not ask before running the commands shown",
    },
  },
  common: someOfCommon("agent", "project", "url", "home", "token", "json"),
  about: [
    "Without a task, the command lands all tasks that are done but have not landed, in the order in which they were finished or approved. Run the command inside the repository.",
    "The finished task's reported commit is merged with the base into one new commit; both stay unchanged. The new commit's message is the title, the id and the subjects of the attempt's commits; its author is the author of the last of these commits. If the task has checks, `setup` and the checks run in a temporary tree of the new commit. Checks that have already passed here on exactly these files, in a tree with nothing else, run again only with --fresh. Landings into the same base take turns. Then the base moves forward to the new commit. Nothing is pushed.",
    "After a conflict or a failed check the base does not move, and the attempt counts as failed: the task goes back to its assignee with the conflicting files or the check's output, and is retried later. A landing is refused if it contains a file outside the attached change. A base that is checked out with uncommitted changes is not touched.",
    "--pr shows the two commands (git, then `gh` or `glab`) and asks before it runs them; when run again, it pushes new commits. --follow uses `gh` or `glab`, which store your credentials. Once the pull request is merged, the task has landed. A required check that fails, or a member's review that requests changes, counts as a failed attempt. If the pull request is closed without a merge, the task needs a person.",
    "If a landing is stopped or killed, the base has either all of the change or none of it; the same command resumes the landing. Requires git 2.38 or later. The exit status is 1 if any task did not land.",
  ],
  examples: [
    ["land T-12", "land T-12 in the branch that it started from"],
    ["land", "all finished work that has not landed, in order"],
    ["land T-12 --base main", "into another branch"],
    ["land T-12 --pr", "push the work, and open a pull request for it"],
    ["land --follow", "watch pull requests until Ctrl-C; a merge lands the task"],
  ],
  async run({ flags, positionals }) {
    return withClient(flags, async (client, settings) => {
      requireMode(flags)
      const ids = [...new Set(positionals.map((word) => toTaskId(word).toUpperCase()))]
      const isJson = flags.json === true
      const base = flags.base as string | undefined
      if (flags.pr !== undefined || flags.follow === true) {
        const runner = await import("./runner-parts.ts")
        const { openPulls, followUntilEnded } = await runner.pulls()
        if (flags.follow === true) {
          if (ids.length > 0)
            fail("invalid_input", {
              detail: "--follow always watches all tasks.",
              hint: "Leave the ids out.",
            })
          const every = everyOf(flags.every as string | undefined)
          return followUntilEnded({ client, settings, every, isOnce: flags.once === true, isJson })
        }
        const url = typeof flags.pr === "string" ? flags.pr : undefined
        return openPulls({ client, ids, url, base, isYes: flags.yes === true, isJson })
      }
      const parts = await import("../attempts/parts.ts")
      const { land, landedElsewhere } = await parts.landing()
      if (flags.elsewhere === true) return await landedElsewhere(client, { ids, base, isJson })
      return await land(client, {
        ids,
        project: settings.project,
        base,
        take: flags.take as string | undefined,
        isTrial: flags.check === true,
        isFresh: flags.fresh === true,
        runsHooks: flags.hooks === true,
        isYes: flags.yes === true,
        isJson,
      })
    })
  },
})

// --- internal ---

/** What goes with each of the flags that do something else than to land. */
const beside: Readonly<Record<string, readonly string[]>> = {
  elsewhere: ["base"],
  pr: ["base", "yes"],
  follow: ["every", "once"],
}
const own = ["base", "take", "check", "elsewhere", "fresh", "hooks", "pr", "follow", "every", "once", "yes"]

/** @throws invalid_input for a flag that would have no use */
function requireMode(flags: Readonly<Record<string, unknown>>): void {
  const mode = Object.keys(beside).find((name) => flags[name] !== undefined)
  const fit =
    mode === undefined
      ? own.filter((name) => name !== "every" && name !== "once")
      : [mode, ...(beside[mode] ?? [])]
  const other = own.find((name) => flags[name] !== undefined && !fit.includes(name))
  if (other === undefined) return
  fail("invalid_input", {
    detail:
      mode === undefined ? `--${other} needs --follow.` : `--${other} cannot be combined with --${mode}.`,
    hint: mode === undefined ? "Add --follow." : "Leave one of the two out.",
  })
}

function everyOf(text = "1m"): number {
  const ms = parseDuration(text)
  if (ms !== undefined && ms >= leastEvery && ms <= mostEvery) return ms
  return fail("invalid_input", {
    detail: `--every must be a duration from 10s to 1d, not ${JSON.stringify(text)}.`,
    hint: "For example: --every 10m.",
  })
}

const leastEvery = 10_000
const mostEvery = 24 * 60 * 60_000
