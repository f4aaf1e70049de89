import { parseDuration } from "../domain/wire/duration.ts"
import { fail } from "../errors.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { withClient } from "../terminal/with-client.ts"

export default define({
  name: "land",
  summary: "Bring finished work into its base, as one commit for each task",
  positionals: [{ name: "id", isMany: true, optional: true }],
  flags: {
    base: {
      kind: "text",
      value: "branch",
      description: "the branch to land in, default the one that the attempt began from",
    },
    take: {
      kind: "text",
      value: "commit",
      description: "the end of its branch, on top of what was reported: lands too",
    },
    check: { kind: "boolean", description: "only say whether it merges with its base; move nothing" },
    elsewhere: { kind: "boolean", description: "record that it landed by other means, and do nothing else" },
    fresh: { kind: "boolean", description: "run checks again that have passed on the very files that land" },
    hooks: { kind: "boolean", description: "run git's commit hooks on what lands" },
    pr: {
      kind: "maybe",
      value: "url",
      description:
        "push it and open a pull request, which lands it once that is merged; with a URL, it is that one",
      accepts: (text) => text.includes("://"),
    },
    follow: {
      kind: "boolean",
      description: "watch the pull requests of all tasks, and tell the board how they stand",
    },
    every: { kind: "text", value: "1m", description: "with --follow: how often, default 1m" },
    once: { kind: "boolean", description: "with --follow: look once; exit status 1 where that failed" },
    yes: {
      kind: "boolean",
      description: "allow what .upnext.json runs, as long as it does not change; with --pr, do not ask",
    },
  },
  common: someOfCommon("agent", "project", "url", "home", "token", "json"),
  about: [
    "Without a task: all that are done and have not landed, in the order in which they were finished or approved. Called in a directory of the repository.",
    "The commit to land is the one reported when the task was finished. It is merged with the base, without touching either, and becomes one commit: its message is the title, the id and the subjects of the attempt's commits, and its author that of the last of these. Where the task has checks, `setup` and they run in a tree of that commit, which is removed again; not where they have passed here on these very files, in a tree that held nothing else, unless --fresh is given. Landings into a base take turns. Then the base moves forward to it. Nothing is pushed.",
    "Where it is in conflict with the base, or a check fails, the base does not move, and that counts as a failed attempt: the task goes back to its assignee with the files or the output, and retries later. A file that is no part of the attached change is refused. A base that is checked out with changes is not touched.",
    "--pr shows the two commands, of git and of `gh` or `glab`, and asks; called again it pushes what is new. --follow looks by `gh` or `glab`, which hold your login. Merged, the task has landed. A required check that fails, or a review of a member that asks for changes, is a failed attempt. Closed without a merge it needs a person.",
    "Where it is stopped or killed, the base is as it was, or has the whole of it; the same command goes on. It takes git 2.38 or later. Exit status 1 if any of them did not land.",
  ],
  examples: [
    ["land T-12", "bring T-12 into the branch that it began from"],
    ["land", "all that is done and has not landed, in order"],
    ["land T-12 --base main", "into another branch"],
    ["land T-12 --pr", "push it, and open a pull request for it"],
    ["land --follow", "merged is landed; until Ctrl-C"],
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
            fail("invalid_input", { detail: "--follow looks at all tasks.", hint: "Name none." })
          const every = everyOf(flags.every as string | undefined)
          return followUntilEnded({ client, settings, every, isOnce: flags.once === true, isJson })
        }
        const url = typeof flags.pr === "string" ? flags.pr : undefined
        return openPulls({ client, ids, url, base, isYes: flags.yes === true, isJson })
      }
      const parts = await import("../attempts/trees-parts.ts")
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
    detail: mode === undefined ? `--${other} goes with --follow.` : `--${other} does not go with --${mode}.`,
    hint: mode === undefined ? "Add --follow." : "Leave one of the two out.",
  })
}

function everyOf(text = "1m"): number {
  const ms = parseDuration(text)
  if (ms !== undefined && ms >= leastEvery && ms <= mostEvery) return ms
  return fail("invalid_input", {
    detail: `--every is a time from 10s to 1d, not ${JSON.stringify(text)}.`,
    hint: "For example 1m, or 10m.",
  })
}

const leastEvery = 10_000
const mostEvery = 24 * 60 * 60_000
