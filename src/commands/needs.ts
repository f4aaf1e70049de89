import { fail } from "../errors.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { explainSettings } from "../terminal/explain-settings.ts"
import { sayFlag } from "../terminal/chosen-fields.ts"
import { escapeHidden, type NoResult } from "../terminal/output.ts"
import { isForProgram, rowsText } from "../terminal/rows.ts"
import type { NeedsAnswer, ShownNeed } from "./needs/all.ts"

const columns = ["id", "why", "priority", "title", "since", "by", "detail"]

export default clientCommand<"needs.list", NeedsAnswer & { readonly shown?: string | NoResult }>({
  name: "needs",
  operation: "needs.list",
  self: "agent",
  rest: "[command] [args...]",
  flags: {
    all: { kind: "boolean", description: "what waits for anybody, and for whom" },
    follow: { kind: "boolean", short: "f", description: "then show each new need, until Ctrl-C" },
  },
  about: [
    "Each need comes with the command that settles it. Without a name, only needs that anyone can settle are listed.",
    "With --follow, a command after `--` runs once for each need, one at a time, existing needs first. Its standard input is the need as JSON; its environment has UPNEXT_NEED (the reason), UPNEXT_TASK_ID and the other variables that `upnext work` sets for a task. A failure is reported, and the command then runs for the next need. A need that went away and came back counts as new.",
  ],
  examples: [
    ["needs", "what is waiting for you, in the order in which to settle it"],
    ["needs --limit 3", "the first three"],
    ["needs --all", "what is waiting for others too"],
    ["needs --format id", "only their ids"],
    ["needs --follow -- ./tell-me", "runs ./tell-me for each need as it comes up"],
  ],
  async fill({ client, settings, flags, rest, again }) {
    if (flags["follow"] !== true) {
      if (rest.length > 0)
        fail("invalid_input", {
          detail: "A command after `--` needs --follow.",
          hint: "Add --follow.",
        })
      return {}
    }
    const other = ["all", "at", "fields", "limit"].find((name) => flags[name] !== undefined)
    if (other !== undefined)
      fail("invalid_input", {
        detail: `${sayFlag(other)} cannot be combined with --follow.`,
        hint: `Leave ${sayFlag(other)} out.`,
      })
    const parts = await import("./runner-parts.ts")
    const { followNeeds } = await parts.eachNeed()
    const reports = await import("./reports-parts.ts")
    const { needRow } = await reports.needs()
    const isJson = flags["json"] === true
    const show = (need: ShownNeed) =>
      isJson
        ? escapeHidden(JSON.stringify(need))
        : isForProgram(flags)
          ? rowsText([need], columns, flags)
          : needRow(need, again)
    const { agent } = settings
    return followNeeds({ client, settings, agent, rest, isJson, show }).catch((error: unknown) => {
      throw explainSettings(error, settings)
    })
  },
  async run({ client, input, flags, again }) {
    const parts = await import("./reports-parts.ts")
    const { needsText, readAllNeeds, withMeant } = await parts.needs()
    const fields = flags["fields"] as string[] | undefined
    const answer = flags.all === true ? await readAllNeeds(client, fields) : await client.needs.list(input)
    if (isForProgram(flags)) return answer
    const shown = needsText({ ...answer, needs: await withMeant(client, answer.needs) }, again)
    return { ...answer, shown }
  },
  print: ({ shown = "" }) => shown,
  columns,
})
