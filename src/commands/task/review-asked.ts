import { sayIs } from "../../domain/wire/enums.ts"
import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { canAsk, startAsking } from "../../terminal/ask.ts"
import { isTerminal, line, note, print, shown, style } from "../../terminal/output.ts"
import { asTyped } from "../../terminal/typed.ts"
import { sameFiles } from "../../domain/wire/tasks/same-files.ts"
import { someOf } from "../../machine/some-of.ts"
import { learnedLines } from "./lessons.ts"
import { section, taskCard } from "../../terminal/shown/task.ts"
import { resultLines } from "../../terminal/shown/task-checks.ts"
import { approvalText, type ShownWork } from "../../terminal/shown/work.ts"
import { patchRange } from "../../repository/patch-range.ts"

interface ReviewQuestion {
  readonly client: Client
  readonly id: string
  readonly again: string
  /** Was typed: then only the decision is asked for. */
  readonly comment: unknown
}

/**
 * Shows a change, and asks what is to become of it. Resolves with what was answered; with 0 where nothing is to be
 * decided, or nobody can be asked.
 */
export async function askDecision({
  client,
  id,
  again,
  comment,
}: ReviewQuestion): Promise<Record<string, string> | number> {
  const mayAsk = canAsk() && isTerminal()
  const answer = await client.task.read({ id, checks: true })
  const { task } = answer
  if (mayAsk || !task.work?.patch) print(`${await workDone(client, answer)}${mayAsk ? "\n" : ""}`)
  await showChange(client, task, mayAsk)
  if (task.status !== "review") {
    note(`${task.id} ${sayIs(task.status)}: there is nothing to decide.`)
    return 0
  }
  if (!mayAsk) return later(task.id, again)
  const asking = await startAsking()
  try {
    const decision = await askWhich(task.id, asking.ask)
    const seen = task.work ? { commit: task.work.commit } : {}
    if (decision === "approve") return { decision, ...seen }
    if (decision !== undefined) {
      const words = comment === undefined ? (await asking.ask(whatToChange)).trim() : ""
      return { decision, ...seen, ...(words !== "" && { comment: words }) }
    }
  } finally {
    asking.end()
  }
  return later(task.id, again)
}

// --- internal ---

function later(id: string, again: string): number {
  const [approve, send] = ["approve", 'request-changes "…"'].map(
    (each) => `upnext review ${id} ${each}${again}`,
  )
  note(style.dim(asTyped(`Nothing was decided. Later: ${approve}, or: ${send}`)))
  return 0
}

/** The task, with what its work taught and what its checks came to. */
async function workDone(client: Client, { task, checks = [] }: OutputOf<"task.read">): Promise<string> {
  const { reflections } = await client.reflection.list({ task: task.id, limit: 500 })
  const learned = section(learnedLines(reflections.reverse()))
  return [taskCard(task), ...learned, ...section(checks.flatMap(resultLines))].join("\n")
}

const whatToChange = "What should change? (empty: only the line comments) "

async function askWhich(id: string, ask: (question: string) => Promise<string>): Promise<string | undefined> {
  for (;;) {
    const answer = (await ask(`${id}: [a]pprove, [r]equest changes, or [l]eave it? `)).trim().toLowerCase()
    if (["a", "approve"].includes(answer)) return "approve"
    if (["r", "request", "request changes", "request-changes", "request_changes"].includes(answer))
      return "request_changes"
    if (["", "l", "leave", "q"].includes(answer)) return undefined
  }
}

/** Through the pager of git where somebody looks; else the patch. */
async function showChange(
  client: Client,
  { id, work }: OutputOf<"task.read">["task"],
  isSeen: boolean,
): Promise<void> {
  if (!work?.patch) {
    note(`No patch is attached.${work ? ` In the repository: git diff HEAD...${work.commit}` : ""}`)
    return
  }
  const read = async (attachment: string) =>
    new TextDecoder().decode((await client.attachment.read({ id, attachment })).bytes)
  const patch = await read(work.patch.id)
  const approved = work.approved?.patch
  // Whoever has removed that file makes all of it new.
  const before = approved ? await read(approved).catch(() => "") : ""
  if (isSeen) {
    const { changeText, pageText } = await (await import("../../attempts/parts.ts")).shown()
    const { from = "", commit = "" } = patchRange(patch) ?? {}
    // What lands is the commit that was reported, whatever the patch says of itself.
    const known = commit === work.commit ? await changeText(process.cwd(), from, commit) : undefined
    const text = inColours(known ?? patch)
    if (!(await pageText(process.cwd(), text))) print(text.trimEnd())
  } else print(shown(patch.trimEnd()))
  tellApproval(work, [...sameFiles(patch, before)])
}

/** What is left to decide on. */
function tellApproval(work: ShownWork, same: readonly string[]): void {
  for (const each of approvalText(work))
    note(`${each}${same.length === 0 ? "" : `; as approved: ${someOf(same.map(line), mostSame)}`}`)
}

const mostSame = 8

/** Nothing in a change is hidden: neither characters that nobody sees nor a line that a carriage return writes over. */
function inColours(patch: string): string {
  return shown(patch).replace(
    /^(?:(diff |index |\+\+\+ |--- )|(@@)|(\+)|(-)).*$/gm,
    (text, ...[head, place, plus]) =>
      (head ? style.bold : place ? style.cyan : plus ? style.green : style.red)(text),
  )
}
