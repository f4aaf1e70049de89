import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { nothingToDoIn } from "../../domain/wire/tasks/nothing-to-do.ts"
import { line } from "../../terminal/output.ts"
import type { Tail } from "../processes/tail.ts"
import type { ReadyTree } from "../trees/trees.ts"
import type { ClaimedTask } from "./task-input.ts"
import type { WorkTrees } from "./tree.ts"

/** An attempt whose command has ended well. */
export interface EndedAttempt {
  readonly client: Client
  readonly claimed: ClaimedTask
  /** The task as it is now. */
  readonly task: TaskNow
  readonly stdout: Tail
  /** Undefined in a shared checkout, where files do not show who changed them. */
  readonly own:
    | { readonly trees: WorkTrees; readonly tree: ReadyTree; readonly files: string | undefined }
    | undefined
}

type TaskNow = OutputOf<"task.read">["task"]

export type HonestEnd =
  /** It has brought something, as far as can be known. */
  | { readonly how: "worked" }
  | { readonly how: "nothing to do"; readonly why: string }
  /** It has done nothing and does not say why. */
  | { readonly how: "idle"; readonly reason: string }

/** What an attempt has brought. */
export async function honestEnd(ended: EndedAttempt): Promise<HonestEnd> {
  const { claimed, task, stdout, own } = ended
  const why = nothingToDoIn(stdout.lastWord()) ?? saidOnBoard(claimed, task)
  const said: HonestEnd = why === undefined ? { how: "worked" } : { how: "nothing to do", why }
  const { result } = claimed.task
  if (result === "none" || own?.trees.allowsEmpty) return said
  const last = line(stdout.last())
  const idle: HonestEnd = { how: "idle", reason: `did nothing${last === "" ? "" : `: ${last}`}` }
  if (result === "text")
    return why !== undefined || saysMore(ended) || (await hasLeftTraces(ended)) ? said : idle
  if (!own) return said
  if (!(await own.trees.place.isAsBegun(own.tree, own.files))) return { how: "worked" }
  if (why !== undefined) return said
  if (goesOn(claimed) || (await hasLeftTraces(ended))) return { how: "worked" }
  return idle
}

// --- internal ---

/** By `done --nothing-to-do`, which a worker keeps for its own end. */
function saidOnBoard(claimed: ClaimedTask, { summary }: TaskNow): string | undefined {
  return summary == null || summary === claimed.task.summary ? undefined : nothingToDoIn(summary)
}

/** Whether the result contains anything that the task itself does not say. */
function saysMore({ claimed, task, stdout }: EndedAttempt): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim()
  const { title, description, summary, done_criteria = [] } = claimed.task
  const known = plain([title, description, summary, ...done_criteria].join(" "))
  return [task.summary, stdout.summary()].some((text) => text != null && !known.includes(plain(text)))
}

/** The last attempt left its work but was not judged, because its worker went away. */
function goesOn({ handoff }: ClaimedTask): boolean {
  const { lastAttempt, review, work } = handoff ?? {}
  return lastAttempt != null && lastAttempt.ended !== "failed" && !review && (work?.files ?? 0) > 0
}

/** Whether the attempt has left something on the board other than texts. */
async function hasLeftTraces({ client, claimed, task }: EndedAttempt): Promise<boolean> {
  const { id } = task
  const start = claimed.task.attemptStartedAt ?? claimed.task.createdAt
  const isNew = (at: string) => at >= start
  if (task.criteria?.some(({ check }) => check?.evidence != null && isNew(check.at))) return true
  const [files, found, children, commands] = await Promise.all([
    client.attachment.list({ id, limit: 500 }),
    client.task.list({ discoveredFrom: id, limit: 500, fields: ["createdAt"] }),
    client.task.list({ parent: id, limit: 500, fields: ["createdAt"] }),
    client.command.list({}),
  ])
  return (
    files.attachments.some(({ name, createdAt }) => !patchName.test(name) && isNew(createdAt)) ||
    [...found.tasks, ...children.tasks].some(({ createdAt }) => isNew(createdAt)) ||
    commands.commands.some(({ type, at }) => type === "task.reviewed" && isNew(at))
  )
}

/** Attached by the worker itself. */
const patchName = /^T-\d+\.\d+\.patch$/
