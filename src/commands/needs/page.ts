import { isSameName, unassigned } from "../../domain/wire/names.ts"
import { sayReason } from "../../domain/wire/tasks/need-words.ts"
import { line, style, type NoResult } from "../../terminal/output.ts"
import { restLine } from "../../terminal/page-end.ts"
import { ago } from "../../terminal/show-time.ts"
import { asTyped, quote } from "../../terminal/typed.ts"
import { indented } from "../../terminal/wrap.ts"
import type { NeedsAnswer, ShownNeed } from "./all.ts"

export { readAllNeeds, withMeant } from "./all.ts"

export function needsText({ needs, total, late = [] }: NeedsAnswer, again: string): string | NoResult {
  const inHand = late.length === 0 ? [] : [sayLate(late.length)]
  if (needs.length === 0)
    return {
      notice: [`Nothing is waiting for ${total === undefined ? "anyone" : "you"}.`, ...inHand].join(" "),
    }
  const shown = needs.length
  const rest = total !== undefined && total > shown ? [restLine({ shown, total }, "all", "--limit")] : []
  return [...needs.map((need) => needRow(need, again)), ...rest, ...inHand.map(style.dim)].join("\n")
}

/** @param again what the command that settles it ends with */
export function needRow(need: ShownNeed, again: string): string {
  const { task, why, since, waiting, detail, by, question, choices = [] } = need
  const behind =
    waiting === 0 ? "" : ` · ${waiting} ${waiting === 1 ? "task is" : "tasks are"} waiting for it`
  const head = `${style.bold(task.id)} ${task.priority}  ${line(task.title)}`
  const [reason, who] = sayReason({ ...need, by: by === null ? null : line(by) })
  const acts = need.for === undefined ? "" : ` · for ${line(need.for ?? "anyone")}`
  return [
    head,
    `  ${style.yellow(reason)}${who}${acts} · ${ago(since)}${behind}`,
    ...(detail === null ? [] : indented(detail, 2).map(style.dim)),
    ...(choices.length === 0 ? [] : indented(`choose from: ${choices.join(" | ")}`, 2)),
    // Agents that are started have names of their own.
    `  ${style.cyan(asTyped(`upnext ${settlers[why](task, by, question, need.meant)}${why === "nobody_asks" ? "" : again}`))}`,
  ].join("\n")
}

// --- internal ---

function sayLate(count: number): string {
  const [are, them] = count === 1 ? ["1 task is", "it"] : [`${count} tasks are`, "them"]
  return `${are} late or back after an expired claim; agents can finish ${them}: \`${asTyped("upnext list --stuck")}\``
}

/** The command that settles it. */
const settlers: Readonly<
  Record<
    ShownNeed["why"],
    (task: ShownNeed["task"], by: string | null, question?: string, meant?: string) => string
  >
> = {
  question: ({ id, status }, _, question) =>
    question !== undefined
      ? `answer ${id} "your answer"`
      : status === "blocked"
        ? `edit ${id} --status todo --comment "your answer"`
        : `comment ${id} "your answer"`,
  // Nobody decides on work of their own.
  review: ({ id, reviewer }, by) => `${isSameName(reviewer, by) ? "show" : "review"} ${id}`,
  blocked: ({ id }) => `edit ${id} --status todo`,
  no_attempts_left: ({ id }) => `edit ${id} --status todo --comment "what to do differently"`,
  expired_too_often: ({ id }) => `edit ${id} --status todo`,
  lease_expired: ({ id }) => `show ${id}`,
  silent: ({ id }) => `edit ${id} --status todo --comment "your answer"`,
  overdue: ({ id }) => `edit ${id} --due-at 2d`,
  no_one_can: ({ id, assignee, skills }, _, __, meant = "NAME") =>
    isSameName(assignee, unassigned) || skills.length > 0
      ? `show ${id}`
      : `edit ${id} --assignee ${quote(meant)}`,
  quiet: ({ id }) => `output ${id}`,
  failing: ({ id }) => `history ${id}`,
  nobody_asks: () => "work --with claude",
  notice: ({ id }) => `show ${id}`,
}
