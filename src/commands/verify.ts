import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { note, printJson } from "../terminal/output.ts"
import { findHeld } from "../attempts/verify/held.ts"
import { withClient } from "../terminal/with-client.ts"
import { isTaskId } from "../terminal/typed.ts"

export default define({
  name: "verify",
  summary: "Run the checks of a task, and report what came of each",
  positionals: [
    { name: "id", optional: true },
    { name: "name", isMany: true, optional: true },
  ],
  flags: {
    yes: { kind: "boolean", description: "allow what .upnext.json runs, as long as it does not change" },
  },
  common: someOfCommon("agent", "session", "url", "home", "token", "json"),
  about: [
    'A check is a command of the repository. It stands in its .upnext.json: `{ "checks": { "test": "npm test", "lint": { "run": "npm run lint", "timeout": "5m" } } }`. The board knows names only, and nothing of the board is ever run. What a name runs is read as it is committed; a name that is not committed yet is new, and counts if a person ran it at a terminal.',
    "Each check runs by `sh -c` in the root of the repository, in a process group of its own, for at most 30 minutes or as long as its timeout says. Its output is passed on, and the last 4 KiB are kept with the task. The commands of a repository's checks are confirmed once, and again when they change.",
    "Without a name, all checks of the task. Without a task, those of the task that this session holds. Exit status 1 if one has not passed.",
  ],
  examples: [
    ["verify", "all checks of the task that this session holds"],
    ["verify T-1", "all checks of T-1"],
    ["verify T-1 test", "one of them"],
    ['done T-1 --verify --lesson "…"', "verify, and finish only if all have passed"],
  ],
  async run({ flags, positionals }) {
    return withClient(flags, async (client, settings) => {
      const parts = await import("../attempts/verify-parts.ts")
      if (flags.yes === true) {
        const { allowChecks } = await parts.allowChecks()
        await allowChecks(process.cwd(), { isYes: true, env: process.env })
      }
      const [first, ...rest] = positionals
      const isNamed = first !== undefined && isTaskId(first)
      const id = isNamed ? toTaskId(first) : await findHeld(client, settings, flags.yes === true)
      if (id === undefined) {
        note("The commands in .upnext.json are trusted here. This session holds no task to verify.")
        return 0
      }
      const asked = isNamed ? rest : positionals
      const { verifyTask } = await parts.verifyTask()
      const isJson = flags.json === true
      const { results, status } = await verifyTask({
        ...{ client, id, names: asked, isYes: flags.yes === true, isJson },
      })
      if (isJson) printJson({ task: id, results })
      return status
    })
  },
})
