import type { Sent } from "../call.ts"
import { promise } from "../violation.ts"
import { checkFiles } from "./files.ts"
import { checkImport } from "./imports.ts"
import type { LogAudit } from "./log.ts"
import { checkUsage, type ShownUsage } from "./usage.ts"
import { nextAt, turnsAfter, type Moment } from "./next.ts"

/** The requests of one intention: the first, and its repeats. */
export interface Intention {
  readonly mark: string
  readonly sent: Sent[]
}

interface ShownTask {
  readonly id: string
  readonly status: string
  readonly assignee: string
  readonly lease: { readonly holder: string } | null
  readonly usage?: ShownUsage
}

/** What only the end of the request shows: that the log holds what was acknowledged, once, and nothing that was refused. */
export function checkAnswer({ mark, sent }: Intention, last: Sent, audit: LogAudit): void {
  const { outcome, request } = last
  const written = audit.written(mark)
  const told = () => `${request.name} ${JSON.stringify(request.input)} as ${request.actor}`
  // The keys of two accounts are two keys.
  const most =
    request.key === undefined ? sent.length : new Set(written.map((seq) => audit.event(seq)?.via)).size
  promise(written.length <= most, () => `${told()} was done ${written.length} times`)
  if (outcome?.kind === "refused" && !mayHaveHappened.includes(outcome.code))
    promise(
      written.length === 0 || sent.length > 1,
      () => `${told()} was refused with ${outcome.code}, and done all the same`,
    )
  if (outcome?.kind !== "ok") return
  const { answer, result } = outcome
  const { moment } = audit
  promise(result.seq <= moment.seq, () => `${told()} was answered from event ${result.seq} of ${moment.seq}`)
  if (leavesMark.includes(request.name) && JSON.stringify(request.input).includes(mark))
    promise(written.length > 0, () => `${told()} was acknowledged, and is not in the log`)
  checkLease(last, answer, audit, told)
  if (request.name === "task.editMany")
    checkEach(last, answer, { written: audit.tasksWith(mark), isOnly: sent.length === 1 }, told)
  if (request.name === "task.list" && request.input["at"] === undefined)
    checkList(answer["tasks"] as ShownTask[], audit.momentAt(result.seq), told)
  if (request.name === "task.list" && request.input["at"] !== undefined)
    checkList(answer["tasks"] as ShownTask[], audit.momentAt(Number(request.input["at"])), told)
  if (request.name === "task.read") checkTask(answer["task"] as ShownTask, audit.momentAt(result.seq), told)
  if (request.name === "attachment.list") {
    const { files } = audit.momentAt(result.seq) ?? {}
    if (files) checkFiles(String(request.input["id"]), answer["attachments"] as never, files)
  }
  // A repeat gets the answer of the first.
  if (sent.length === 1 && /^import\.(begin|end|abort)$/.test(request.name)) {
    const shown = answer["import"] as Parameters<typeof checkImport>[0]
    const { imports } = audit.momentAt(result.seq) ?? {}
    if (imports) checkImport(shown, imports.get(shown.id))
  }
  if (request.name === "attachment.add") checkAdded(last, answer, audit, told)
  // A repeat may come when another session has the task.
  if (sent.length === 1 && request.name === "task.heartbeat")
    checkSaid(last, answer, audit.momentAt(result.seq), told)
  if (request.name === "task.next") checkNext(last, answer, audit.momentAt(result.seq), told)
}

/** Each claim has one winner. */
export function createWinners() {
  const winners = new Map<string, string>()
  return (mark: string, { outcome }: Sent): void => {
    if (outcome?.kind !== "ok") return
    const token = tokenIn(outcome.answer)
    if (token === undefined) return
    const before = winners.get(token) ?? mark
    promise(before === mark, () => `${token} was given to two requests`)
    winners.set(token, mark)
  }
}

/** A repeat of a request gets the answer of the first. */
export function checkRepeat({ sent }: Intention, last: Sent, audit: LogAudit): void {
  const { key, name } = last.request
  const before = key === undefined ? undefined : audit.keptAfter(key)
  if (before === undefined) return
  // What was answered from before it may be the empty answer to a wait that was over.
  const answers = [...sent, last].flatMap(({ outcome }) =>
    outcome?.kind === "ok" && outcome.result.seq > before ? [outcome.answer] : [],
  )
  const [one, ...others] = answers.map((answer) => JSON.stringify({ ...answer, ...shownOnce }))
  const other = others.find((each) => each !== one)
  promise(other === undefined, () => `a repeat of ${name} was answered ${other ?? ""} after ${one ?? ""}`)
}

// --- internal ---

/** Codes with which the outcome of a write may be open. */
const mayHaveHappened = [
  "storage_unreachable",
  "storage_failed",
  "unavailable",
  "storage_diverged",
  "internal",
]

/** Those that always leave the words that they came with in the log. */
const leavesMark = [
  ...["task.create", "task.createMany", "task.comment", "task.review", "task.reflect"],
  "attachment.add",
]

/** The secret of a new token is in the first answer only. */
const shownOnce = { secret: null }

const tokenIn = (answer: Record<string, unknown>) =>
  (answer["lease"] as { token?: string } | undefined)?.token

function checkLease(
  { request }: Sent,
  answer: Record<string, unknown>,
  audit: LogAudit,
  told: () => string,
): void {
  const token = tokenIn(answer)
  if (token === undefined || !request.name.startsWith("task.claim")) return
  const [task = "", epoch] = token.split(".")
  const seq = audit.claim(task, Number(epoch))
  promise(seq !== undefined, () => `${told()} was given ${token}, and no claim of it is in the log`)
}

/** The id in the answer is that of the file that came, as it is in the log. */
function checkAdded(
  { request: { input } }: Sent,
  answer: Record<string, unknown>,
  audit: LogAudit,
  told: () => string,
): void {
  const { id, sha256 } = answer["attachment"] as { id: string; sha256: string }
  const file = input["file"] as { sha256: string }
  const known = audit.file(id)
  promise(
    [sha256, known?.sha256].every((each) => each === file.sha256) && known?.task === input["id"],
    () => `${told()} was answered with ${id}, which is ${JSON.stringify(known)}`,
  )
}

/** Each task of an edit of several is changed, and so it is in the log, or it is refused, and then it is not. */
function checkEach(
  { request }: Sent,
  answer: Record<string, unknown>,
  { written, isOnly }: { readonly written: ReadonlySet<string>; readonly isOnly: boolean },
  told: () => string,
): void {
  const idsIn = (list: unknown) => (list as readonly { readonly id: string }[]).map(({ id }) => id)
  const [done, refused] = [idsIn(answer["tasks"]), idsIn(answer["refused"])]
  const asked = [...new Set(request.input["ids"] as readonly string[])]
  promise(
    [...done, ...refused].sort().join() === asked.sort().join(),
    () => `${told()} is answered for ${done.join(", ")}, and refused for ${refused.join(", ")}`,
  )
  const lost = done.find((id) => !written.has(id))
  promise(lost === undefined, () => `${told()} was acknowledged for ${lost ?? ""}, and is not in the log`)
  const wrong = isOnly ? refused.find((id) => written.has(id)) : undefined
  promise(wrong === undefined, () => `${told()} was refused for ${wrong ?? ""}, and done all the same`)
}

function checkList(tasks: readonly ShownTask[], moment: Moment | undefined, told: () => string): void {
  if (!moment) return
  promise(
    tasks.length === Math.min(500, moment.cards.size),
    () => `${told()} shows ${tasks.length} tasks of ${moment.cards.size}`,
  )
  for (const task of tasks) checkTask(task, moment, told)
}

function checkTask(task: ShownTask, moment: Moment | undefined, told: () => string): void {
  if (!moment) return
  const card = moment.cards.get(Number(task.id.slice(2)))
  const lower = (name: string | null | undefined) => name?.toLowerCase() ?? "unassigned"
  const shown = [task.status, lower(task.assignee), lower(task.lease?.holder)].join(" ")
  const holder = card?.held && !card.held.offered ? card.held.agent : card?.held?.agent
  const known = card && [card.status, lower(card.assignee), lower(holder)].join(" ")
  promise(
    shown === known,
    () => `${told()} shows ${task.id} as ${shown}, where the log has ${known ?? "no such task"}`,
  )
  if (card) checkUsage(task.usage, card.used, told)
}

/** The holder is told all that others have said and it has not heard, at most 20 at once. */
function checkSaid(
  { request }: Sent,
  answer: Record<string, unknown>,
  moment: Moment | undefined,
  told: () => string,
): void {
  if (!moment) return
  const said = ((answer["said"] ?? []) as readonly { readonly id: string }[]).map(({ id }) => id)
  const right = moment.unheard.get(String(request.input["id"])) ?? []
  promise(
    said.join() === right.slice(0, 20).join(),
    () =>
      `${told()} tells ${said.join(", ") || "nothing"}, where ${right.join(", ") || "nothing"} is unheard`,
  )
}

/** Which moment of time the server asked at is not known; it must be right for one of them. */
function checkNext(
  { request }: Sent,
  answer: Record<string, unknown>,
  moment: Moment | undefined,
  told: () => string,
) {
  if (!moment) return
  const task = (answer["task"] as ShownTask | null)?.id
  const { input } = request
  const wish = input as { agent: string; session?: string }
  const sessions = wish.session === undefined ? "any" : "mine"
  const right = turnsAfter(moment, moment.at).map((time) => nextAt(moment, wish, sessions, time))
  promise(
    right.some((n) => (n === undefined ? undefined : `T-${n}`) === task),
    () => `${told()} gave ${task ?? "nothing"} at event ${moment.seq}, and not T-${right.join(", ")}`,
  )
}
