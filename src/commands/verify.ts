import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { note, printJson } from "../terminal/output.ts"
import { findHeld } from "../attempts/verify/held.ts"
import { withClient } from "../terminal/with-client.ts"
import { isTaskId } from "../terminal/typed.ts"

export default define({
  name: "verify",
  summary: "Run the checks of a task, and report each result",
  positionals: [
    { name: "id", optional: true },
    { name: "name", isMany: true, optional: true },
  ],
  flags: {
    yes: { kind: "boolean", description: "trust the commands in .upnext.json until they change" },
  },
  common: someOfCommon("agent", "session", "url", "home", "token", "json"),
  about: [
    'A check is a command in .upnext.json of the repository: `{ "checks": { "test": "npm test", "lint": { "run": "npm run lint", "timeout": "5m" } } }`. The board knows only the names of checks; nothing from the board is ever run. The committed command is the one that counts; a name that is not committed yet is new, and its result counts only if a person ran the check at a terminal.',
    "Each check runs with `sh -c` in the repository root, in its own process group, for at most 30 minutes or its own timeout. A check's output is shown, and its last 4 KiB are kept with the task. You confirm a repository's commands once, and again when they change.",
    "Without a name, all checks of the task run. Without a task, the command runs the checks of the task that this session holds. The exit status is 1 if any check has not passed, and 3 if the task lists no checks.",
  ],
  examples: [
    ["verify", "all checks of the task that this session holds"],
    ["verify T-1", "all checks of T-1"],
    ["verify T-1 test", "one of its checks"],
    ['done T-1 --verify --lesson "…"', "verify, and finish only if all have passed"],
  ],
  async run({ flags, positionals }) {
    return withClient(flags, async (client, settings) => {
      const parts = await import("../attempts/parts.ts")
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
      return status === 0 && results.length === 0 ? nothingProven : status
    })
  },
})

// --- internal ---

/** Without checks nothing was proven, so a script does not go on as if it were. */
const nothingProven = 3
