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
    elsewhere: {
      kind: "boolean",
      description: "record that it landed by other means, and do nothing else",
    },
    fresh: {
      kind: "boolean",
      description: "run checks again that have passed on the very files that land",
    },
    hooks: { kind: "boolean", description: "run git's commit hooks on what lands" },
    yes: { kind: "boolean", description: "allow what .upnext.json runs, as long as it does not change" },
  },
  common: someOfCommon("agent", "project", "url", "home", "token", "json"),
  about: [
    "Without a task: all that are done and have not landed, in the order in which they were finished or approved. Called in a directory of the repository.",
    "What lands is the commit that was reported when the task was finished. It is merged with the base, without touching either, and becomes one commit: its message is the title, the id and the subjects of the attempt's commits, and its author that of the last of these. Where the task has checks, `setup` and they run in a tree of that commit, which is removed again; not where they have passed here on these very files, in a tree that held nothing else, unless --fresh is given. Landings into a base take turns. Then the base moves forward to it. Nothing is pushed.",
    "Where it is in conflict with the base, or a check fails, the base does not move, and that counts as a failed attempt: the task goes back to its assignee with the files or the output, and retries later. A file that is no part of the attached change is refused. A base that is checked out with changes is not touched.",
    "Where it is stopped or killed, the base is as it was, or has the whole of it; the same command goes on. It takes git 2.38 or later. Exit status 1 if any of them did not land.",
  ],
  examples: [
    ["land T-12", "bring T-12 into the branch that it began from"],
    ["land", "all that is done and has not landed, in order"],
    ["land T-12 --base main", "into another branch"],
  ],
  async run({ flags, positionals }) {
    return withClient(flags, async (client, settings) => {
      const parts = await import("../attempts/trees-parts.ts")
      const { land, landedElsewhere } = await parts.landing()
      const ids = [...new Set(positionals.map((word) => toTaskId(word).toUpperCase()))]
      if (flags.elsewhere === true) {
        requireAlone(flags)
        return await landedElsewhere(client, {
          ids,
          base: flags.base as string | undefined,
          isJson: flags.json === true,
        })
      }
      return await land(client, {
        ids,
        project: settings.project,
        base: flags.base as string | undefined,
        take: flags.take as string | undefined,
        isTrial: flags.check === true,
        isFresh: flags.fresh === true,
        runsHooks: flags.hooks === true,
        isYes: flags.yes === true,
        isJson: flags.json === true,
      })
    })
  },
})

// --- internal ---

/** What moves nothing has nothing to try, to take, to check or to allow. @throws invalid_input */
function requireAlone(flags: Readonly<Record<string, unknown>>): void {
  const other = ["take", "check", "fresh", "hooks", "yes"].find((name) => flags[name] !== undefined)
  if (other !== undefined)
    fail("invalid_input", {
      detail: `--elsewhere only records a landing, so --${other} does not go with it.`,
      hint: "Leave one of the two out.",
    })
}
