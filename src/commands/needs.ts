import type { OutputOf } from "../client/contract.ts"
import { isSameName } from "../domain/wire/names.ts"
import { fail } from "../errors.ts"
import { clientCommand, explainWithheld } from "../terminal/client-command.ts"
import { escapeHidden, line, style } from "../terminal/output.ts"
import { ago } from "../terminal/show-time.ts"
import { needWords, sayWho } from "../domain/wire/tasks/need-words.ts"
import { asTyped } from "../terminal/typed.ts"
import { indented } from "../terminal/wrap.ts"

export default clientCommand({
  name: "needs",
  operation: "needs.list",
  self: "agent",
  rest: "[command] [args...]",
  flags: {
    follow: { kind: "boolean", short: "f", description: "then show each new need, until Ctrl-C" },
  },
  about: [
    "Each need comes with the command that settles it. Without a name, only needs that anyone can settle are listed.",
    "With --follow, a command after `--` runs once for each need, one at a time, existing needs first. Its standard input is the need as JSON; its environment has UPNEXT_NEED (the reason), UPNEXT_TASK_ID and the other variables that `upnext work` sets for a task. A failure is reported, and the command then runs for the next need. A need that went away and came back counts as new.",
  ],
  examples: [
    ["needs", "what is waiting for you, in the order in which to settle it"],
    ["needs --limit 3", "the first three"],
    ["needs --format id", "only their ids"],
    ["needs --follow -- ./tell-me", "runs ./tell-me for each need as it comes up"],
  ],
  async fill({ client, settings, flags, rest }) {
    if (flags["follow"] !== true) {
      if (rest.length > 0)
        fail("invalid_input", {
          detail: "A command after `--` needs --follow.",
          hint: "Add --follow.",
        })
      return {}
    }
    const other = ["at", "fields", "limit"].find((name) => flags[name] !== undefined)
    if (other !== undefined) fail("invalid_input", `--${other} cannot be combined with --follow.`)
    const parts = await import("./runner-parts.ts")
    const { followNeeds } = await parts.eachNeed()
    const isJson = flags["json"] === true
    const show = (need: ShownNeed) =>
      isJson ? escapeHidden(JSON.stringify(need)) : flags["format"] === "id" ? need.task.id : row(need)
    const { agent } = settings
    return followNeeds({ client, settings, agent, rest, isJson, show }).catch((error: unknown) => {
      throw explainWithheld(error, settings)
    })
  },
  print({ needs, total }) {
    if (needs.length === 0) return "Nothing is waiting for you."
    const left = total - needs.length
    return [...needs.map(row), ...(left > 0 ? [style.dim(`and ${left} more: --limit ${total}`)] : [])].join(
      "\n",
    )
  },
  id: ({ needs }) => needs.map(({ task }) => task.id).join("\n"),
})

// --- internal ---

type ShownNeed = OutputOf<"needs.list">["needs"][number]

function row({ task, why, since, waiting, detail, by, question, choices = [] }: ShownNeed): string {
  const behind =
    waiting === 0 ? "" : ` · ${waiting} ${waiting === 1 ? "task is" : "tasks are"} waiting for it`
  const head = `${style.bold(task.id)} ${task.priority}  ${line(task.title)}`
  const who = by === null ? "" : sayWho(why, line(by))
  return [
    head,
    `  ${style.yellow(needWords[why])}${who} · ${ago(since)}${behind}`,
    ...(detail === null ? [] : indented(detail, 2).map(style.dim)),
    ...(choices.length === 0 ? [] : indented(`choose from: ${choices.join(" | ")}`, 2)),
    `  ${style.cyan(asTyped(`upnext ${settlers[why](task, by, question)}`))}`,
  ].join("\n")
}

/** The command that settles it. */
const settlers: Readonly<
  Record<ShownNeed["why"], (task: ShownNeed["task"], by: string | null, question?: string) => string>
> = {
  question: ({ id, status }, _, question) =>
    question !== undefined
      ? `answer ${id} "your answer"`
      : status === "blocked"
        ? `edit ${id} --status todo --comment "your answer"`
        : `comment ${id} "your answer"`,
  // Nobody decides on work of their own.
  review: ({ id, reviewer }, by) => (isSameName(reviewer, by) ? `show ${id}` : `review ${id} approve`),
  blocked: ({ id }) => `edit ${id} --status todo`,
  no_attempts_left: ({ id }) => `edit ${id} --status todo --comment "what to do differently"`,
  expired_too_often: ({ id }) => `edit ${id} --status todo`,
  lease_expired: ({ id }) => `show ${id}`,
  silent: ({ id }) => `edit ${id} --status todo --comment "your answer"`,
  overdue: ({ id }) => `edit ${id} --due 2d`,
  no_one_can: ({ id }) => `show ${id}`,
  quiet: ({ id }) => `output ${id}`,
  failing: ({ id }) => `history ${id}`,
  nobody_asks: () => "work --with claude",
  notice: ({ id }) => `show ${id}`,
}
