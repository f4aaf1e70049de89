import type { OutputOf } from "../client/contract.ts"
import { isSameName } from "../domain/wire/names.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { line, style } from "../terminal/output.ts"
import { ago } from "../terminal/show-time.ts"
import { stuckWords } from "../domain/wire/enums.ts"
import { asTyped } from "../terminal/typed.ts"
import { indented } from "../terminal/wrap.ts"

export default clientCommand({
  name: "needs",
  operation: "needs.list",
  self: "agent",
  about: ["Each comes with the command that settles it. Without a name, only what is for anyone is listed."],
  examples: [
    ["needs", "what waits for you, in the order in which to settle it"],
    ["needs --limit 3", "the first three"],
    ["needs --format id", "their ids alone"],
  ],
  print({ needs, total }) {
    if (needs.length === 0) return "Nothing waits for you."
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
  const behind = waiting === 0 ? "" : ` · ${waiting} ${waiting === 1 ? "task waits" : "tasks wait"} for it`
  const head = `${style.bold(task.id)} ${task.priority}  ${line(task.title)}`
  const who = by === null ? "" : `${ofWhom[why]} ${line(by)}`
  return [
    head,
    `  ${style.yellow(words[why])}${who} · ${ago(since)}${behind}`,
    ...(detail === null ? [] : indented(detail, 2).map(style.dim)),
    ...(choices.length === 0 ? [] : indented(`choose from: ${choices.join(" | ")}`, 2)),
    `  ${style.cyan(asTyped(`upnext ${settlers[why](task, by, question)}`))}`,
  ].join("\n")
}

/** Why a task waits for a person. */
const words: Readonly<Record<ShownNeed["why"], string>> = {
  question: "question",
  review: "review",
  blocked: "blocked",
  ...stuckWords,
  failing: "fails",
  nobody_asks: "nobody asks",
  notice: "news",
}

/** What stands before the name of whom it comes from. */
const ofWhom: Readonly<Record<ShownNeed["why"], string>> = {
  question: " from",
  review: " of work by",
  blocked: " by",
  no_attempts_left: ", last tried by",
  expired_too_often: ", last held by",
  lease_expired: ", held by",
  silent: " by",
  overdue: " with",
  no_one_can: " for",
  quiet: ", held by",
  failing: ", last tried by",
  nobody_asks: "",
  notice: " from",
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
