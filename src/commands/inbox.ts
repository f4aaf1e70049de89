import type { OutputOf } from "../client/contract.ts"
import { fail } from "../errors.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { line, style } from "../terminal/output.ts"
import { ago } from "../terminal/show-time.ts"
import { indented } from "../terminal/wrap.ts"

type InboxPage = OutputOf<"inbox.list">
type InboxAnswer = Partial<InboxPage> & Partial<OutputOf<"inbox.ack">>

export default clientCommand<"inbox.list", InboxAnswer>({
  name: "inbox",
  operation: "inbox.list",
  summary: "Show an agent's unread comments, reviews and assignments",
  self: "name",
  flags: {
    ack: { kind: "boolean", description: "mark the notices shown as read" },
    "ack-to": {
      kind: "number",
      value: "seq",
      description: "mark all notices up to this one as read, and show nothing",
    },
  },
  examples: [
    ["inbox --agent ann", "the notices, oldest first; they stay unread"],
    ["inbox --agent ann --ack", "shows the notices, and marks them as read"],
    ["inbox --agent ann --ack-to 41", "marks all up to this number in the first column"],
  ],
  async run({ client, input, flags: { ack, "ack-to": to } }): Promise<InboxAnswer> {
    const { name } = input
    if (typeof to === "number") {
      if (ack === true || input.limit !== undefined || input.cursor !== undefined)
        fail("invalid_input", {
          detail: "--ack-to shows nothing, so it cannot be combined with --ack, --limit or --cursor.",
          hint: "Use --ack to mark the notices shown as read.",
        })
      return client.inbox.ack({ name, seq: to })
    }
    const listed = await client.inbox.list(input)
    const last = listed.inbox.at(-1)
    if (ack !== true || !last) return listed
    return { ...listed, ...(await client.inbox.ack({ name, seq: last.seq })) }
  },
  print({ inbox, unread }) {
    const left = unread === undefined ? "" : style.dim(`${unread} unread`)
    if (!inbox) return `${style.green("✓")} ${left}`
    if (inbox.length === 0) return { notice: "Nothing unread." }
    return [...inbox.map(row), ...(left === "" ? [] : [left])].join("\n")
  },
})

// --- internal ---

type ShownNotice = InboxPage["inbox"][number]

function row({ seq, kind, task, title, at, actor, text }: ShownNotice): string {
  const what = title === null ? style.dim("(deleted)") : line(title)
  const head = `${style.dim(String(seq).padStart(5))}  ${said(kind, line(actor))} ${style.bold(task)} ${what}  ${style.dim(ago(at))}`
  return [head, ...(text === null ? [] : indented(text, 7).map(style.dim))].join("\n")
}

/** The beginning of the sentence, which the task completes. */
function said(kind: ShownNotice["kind"], actor: string): string {
  const who = style.cyan(actor)
  switch (kind) {
    case "mention":
      return `${who} mentioned you in`
    case "comment":
      return `${who} commented on`
    case "unblocked":
      return `${who} unblocked`
    case "review_requested":
      return `${who} asks you to review`
    case "changes_requested":
      return `${who} wants changes to`
    case "assigned":
      return `${who} assigned you`
    case "lease_expired":
      return "Your claim expired:"
  }
}
