import type { NotifyTarget } from "../config/notify-form.ts"
import { clean } from "../domain/wire/clean-text.ts"
import type { NeedReason, Priority, Status } from "../domain/wire/enums.ts"
import { cutText, excerpt } from "../domain/wire/excerpt.ts"
import { sayReason } from "../domain/wire/tasks/need-words.ts"

/** What is read of a need. */
export interface NeedToTell {
  readonly task: {
    readonly id: string
    readonly title: string
    readonly priority: Priority
    readonly status: Status
  }
  readonly why: NeedReason
  readonly since: string
  readonly detail: string | null
  readonly by: string | null
  /** The answers that a question offers. */
  readonly choices?: readonly string[] | undefined
}

/** A need in short texts of one line each that hide nothing, whoever wrote them. */
export interface ToldNeed {
  readonly task: string
  readonly title: string
  readonly priority: Priority
  readonly why: NeedReason
  /** Such as `question from claude`. */
  readonly reason: string
  readonly since: string
  readonly detail: string | null
  readonly by: string | null
  /** Of a question; empty where it offers none. */
  readonly choices?: readonly string[]
  /** Where to settle it. */
  readonly url?: string
}

export interface NeedMessage {
  readonly id: string
  readonly board: string
  readonly type: "need.opened" | "notify.test"
  readonly needs: readonly ToldNeed[]
  /** How many more wait than are told. */
  readonly more: number
}

export function tellNeed(need: NeedToTell, publicUrl: string | undefined): ToldNeed {
  const { task, why, since, detail, choices } = need
  const by = need.by === null ? null : short(need.by, 64)
  return {
    task: task.id,
    title: short(task.title, 200),
    priority: task.priority,
    why,
    reason: sayReason({ ...need, by }).join(""),
    since,
    detail: detail === null ? null : short(detail, 200),
    by,
    ...(choices && { choices: choices.slice(0, 10).map((each) => short(each, 60)) }),
    ...(publicUrl !== undefined && { url: linkTo(publicUrl, task.id) }),
  }
}

/** The page of a task, in the form that the dashboard's addresses have. */
export function linkTo(publicUrl: string, task: string): string {
  const { origin, pathname } = new URL(publicUrl)
  return `${origin}${pathname.replace(/\/+$/, "")}/dashboard/tasks/${task}`
}

export function headOf({ needs: [first], needs, more }: NeedMessage): string {
  const count = needs.length + more
  return count === 1 && first ? `${first.task} ${first.reason}` : `${count} tasks are waiting for a person`
}

/**
 * A message as text: one paragraph for each need, the first ones where not all fit.
 * @param escape makes a text of others harmless where it is shown; our own links are left as they are
 */
export function textOf(
  { needs, more }: NeedMessage,
  { most, escape = (text) => text }: { most: number; escape?: (text: string) => string },
): string {
  let text = ""
  for (let count = Math.min(needs.length, mostShown); count > 0; count -= 1) {
    const left = needs.length - count + more
    const shown = needs.slice(0, count).map((need) => paragraphOf(need, escape))
    text = [...shown, ...(left > 0 ? [`and ${left} more: upnext needs`] : [])].join("\n\n")
    if (text.length <= most) break
  }
  return cutText(text, most)
}

/** A target without its secrets. */
export function placeOf({
  url,
  format,
  who,
}: Pick<NotifyTarget, "url" | "format"> & { who?: string | undefined }): string {
  return `${new URL(url).host} (${format}${who === undefined ? "" : ` for ${who}`})`
}

// --- internal ---

const mostShown = 10

/** A hidden character is shown as eight, so the text is cut once more. */
const short = (text: string, most: number) => cutText(clean(excerpt(text)), most)

function paragraphOf(need: ToldNeed, escape: (text: string) => string): string {
  const { task, priority, title, reason, detail, choices, url } = need
  return [
    escape(`${task} ${priority} ${title}`),
    escape(`${reason}${detail === null ? "" : `: ${detail}`}`),
    ...(choices && choices.length > 0 ? [escape(cutText(`Choices: ${choices.join(" / ")}`, 250))] : []),
    url ?? `answer at the computer: upnext ${choices ? `answer ${task} "…"` : `show ${task}`}`,
  ].join("\n")
}
