import { criteriaFields } from "../../domain/wire/tasks/criterion-form.ts"
import { flagOf } from "../../domain/wire/task-table.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { ownReviewLine, taskLine, timesOf } from "../../terminal/shown/task.ts"
import { taskNumber } from "../../domain/wire/names.ts"
import { fail, UpnextError } from "../../errors.ts"

export default clientCommand({
  name: "add",
  operation: "task.create",
  summary: "Add a task",
  positionals: ["title?"],
  rename: flagOf,
  omit: ["criteriaChecks"],
  flags: {
    "found-in": {
      kind: "text",
      description:
        'the task during whose work this one was found; default: UPNEXT_TASK_ID, which `upnext work` sets; "" for none',
    },
  },
  examples: [
    ['add "Write the report"', "the title is all it needs"],
    ['add "Fix login" --priority P0 --criterion "tests pass"', "with more details"],
    [
      'add "Fix login" --criterion "all tests pass (check: test)"',
      "proven by the check `test` in .upnext.json",
    ],
    ['add "Pay the invoice" --due-at "fri 17:00"', "or 2026-12-01, tomorrow 9:00, 2h"],
    ['add "Ship it" --blocked-by T-3 --description - < notes.md', "waits for T-3; description from a file"],
    ['add "Fix the routes" --resource src/http', "nobody else works in src/http at the same time"],
    ['add "Nightly build" --once "nightly $(date +%F)"', "a timer that fires twice adds one task"],
    ['add "Write the tests" --parent T-3', "a child of T-3, which waits for all its children"],
  ],
  async run({ client, input: typed, flags }) {
    if (typed.title.includes("\n"))
      fail("invalid_input", {
        detail: "The title has several lines.",
        hint: "`upnext plan -` adds a task for each line.",
      })
    const input = { ...typed, ...(typed.done_criteria && criteriaFields(typed.done_criteria)) }
    const discoveredFrom = taskAtWork(flags.url, process.env)
    if (input.discoveredFrom !== undefined || discoveredFrom === undefined) return client.task.create(input)
    try {
      return await client.task.create({ ...input, discoveredFrom })
    } catch (error) {
      // The user did not ask for this link, so the task is added without it.
      if (knowsNotWhere(error)) return client.task.create(input)
      throw error
    }
  },
  print: ({ task, existing }) =>
    existing
      ? taskLine(task, "was added before with this key")
      : taskLine(task, `is added (${task.priority}, ${task.status}${timesOf(task)})`) + ownReviewLine(task),
  id: ({ task }) => task.id,
})

// --- internal ---

/**
 * The task whose work this command is a part of: the one that `upnext work` names to the command it runs. A server
 * that is named by a flag may be another one, which gave the same id to another task.
 */
function taskAtWork(url: unknown, env: NodeJS.ProcessEnv): string | undefined {
  const { UPNEXT_TASK_ID: id = "", UPNEXT_URL: itsUrl } = env
  const isSameServer = url === undefined || url === itsUrl
  return isSameServer && taskNumber(id) !== undefined ? id : undefined
}

/** Whether a server refuses a task because it does not know where the task was found. */
function knowsNotWhere(error: unknown): boolean {
  return error instanceof UpnextError && error.errors?.some(({ path }) => path === "discoveredFrom") === true
}
