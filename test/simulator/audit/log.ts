import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { LoggedCommand } from "../../../src/domain/board/logged-command.ts"
import type { Commit } from "../../../src/storage/log.ts"
import type { Request } from "../call.ts"
import { epochIn } from "../tokens.ts"
import { promise } from "../violation.ts"
import { checkAccess, noAccess, type AccessState } from "./access.ts"
import { after, created, extended, laidDown, numberOf, restored, type Card } from "./cards.ts"
import { checkEnd } from "./attempts.ts"
import { createFiles, type FileCard } from "./files.ts"
import { createImports } from "./imports.ts"
import { createJudge } from "./judge.ts"
import { nextAt, type Moment, type Pause } from "./next.ts"
import { watchParents } from "./parents.ts"
import { checkNeeds, createNeeds } from "./resources.ts"
import { createWholeUndo } from "./whole-undo.ts"

/** Everything that the auditor has seen in the log. */
export interface LogAudit {
  readonly moment: Moment
  /** The board after the commit that ended with this event; undefined where that is too long ago to be kept. */
  momentAt(seq: number): Moment | undefined
  /** The event `seq`, and what stands beside it. */
  event(seq: number): KnownEvent | undefined
  /** The events that hold the mark of a request. Each inner list is of one command. */
  written(mark: string): readonly number[]
  /** The tasks of those events. */
  tasksWith(mark: string): ReadonlySet<string>
  /** The seq before the command that came with this Idempotency-Key; undefined where the log holds none. */
  keptAfter(key: string): number | undefined
  /** The seq of a claim. */
  claim(task: string, epoch: number): number | undefined
  /** What was said of a file when it was added, whether it is there or not. */
  file(id: string): FileCard | undefined
  /** Judges one more commit. */
  take(text: string): void
}

interface KnownEvent {
  readonly event: BoardEvent
  readonly at: number
  readonly actor: string
  readonly via: string | undefined
}

/** @param requestOf the request that holds a mark, or came with it as its Idempotency-Key */
export function createLogAudit(requestOf: (mark: string) => Request | undefined): LogAudit {
  const events: KnownEvent[] = []
  const written = new Map<string, number[]>()
  const tasksWith = new Map<string, Set<string>>()
  const whole = createWholeUndo()
  const keys = new Map<string, number>()
  const moments: Moment[] = []
  const cards = new Map<number, Card>()
  const trash = new Map<number, { readonly card: Card; readonly until: number }>()
  /** The commands that are undone, and the undos that are not taken back, by the seq of their first event. */
  const undone = new Set<number>()
  const undos = new Map<number, readonly number[]>()
  /** For each task: the event that began its last attempt, and the one that closed or deleted it last. */
  const begun = new Map<number, number>()
  const closed = new Map<number, number>()
  const agentPauses = new Map<string, Pause>()
  let teamPause: Pause | null = null
  let access: AccessState = noAccess
  const judge = createJudge()
  const needs = createNeeds()
  const files = createFiles()
  const imports = createImports({ cards, trash, next: () => ++tasks })
  let tasks = 0
  let at = 0

  const moment = (): Moment => ({
    ...{ seq: events.length, at, cards, agentPauses, teamPause },
    ...{ hands: needs.hands, places: needs.places, files: files.there },
    ...{ imports: imports.all, waiting: imports.waiting, unheard: judge.unheard(cards) },
  })

  function takeCommand(command: LoggedCommand): void {
    promise(command.at >= at, () => `time ran back from ${at} to ${command.at} at event ${events.length + 1}`)
    at = command.at
    checkAccess(access, command)
    if (command.idem) keys.set(command.idem.key, events.length)
    const request = command.idem && requestOf(command.idem.key)
    if (request?.name === "task.claimNext") checkChoice(command, request)
    const found = new Set<string>()
    // What is put back was written by another request.
    const isTakenBack = command.events.some(({ type }) => /^commands\./.test(type))
    if (isTakenBack) whole.check(command)
    else whole.note(events.length + 1, command)
    const isOfImport = command.events.some((event) => "import" in event)
    const before = isOfImport ? new Map(cards) : cards
    const checkParents = isOfImport ? undefined : watchParents(cards)
    for (const event of command.events) {
      // What is removed is named, so is what is put back, and what is asked is the reason to wait.
      const marks =
        isTakenBack ||
        event.type === "attachment.removed" ||
        (event.type === "task.released" && event.waitsFor !== undefined)
          ? []
          : (JSON.stringify(event).match(/n\d+n/g) ?? [])
      for (const mark of marks) {
        const request = requestOf(mark)
        if (request && "task" in event) checkToken(event.task, request, event.type)
        found.add(mark)
        if ("task" in event) tasksWith.set(mark, (tasksWith.get(mark) ?? new Set()).add(event.task))
      }
      const ended = "task" in event ? cards.get(numberOf(event.task)) : undefined
      if ("import" in event) {
        takeImport(event, before, command)
        continue
      }
      take(event, command)
      files.take(event, isTakenBack)
      if (!("task" in event)) continue
      if (isTakenBack) checkOpened(numberOf(event.task), ended)
      noteEnds(numberOf(event.task), ended)
    }
    checkParents?.()
    for (const mark of found) written.set(mark, [...(written.get(mark) ?? []), events.length])
    access = command.events.reduce(noAccess.after, access)
  }

  /** @param asked the tasks before the command that it is of */
  function takeImport(
    event: BoardEvent & { import: string },
    asked: ReadonlyMap<number, Card>,
    { at, actor, via }: LoggedCommand,
  ): void {
    const before = new Map(cards)
    imports.take(event)
    events.push({ event, at, actor, via })
    for (const [n, card] of before) if (cards.get(n) !== card) noteEnds(n, card)
    if (event.type === "import.aborted" || event.type === "import.taken_back")
      imports.checkPutBack(event.import, asked)
  }

  /** What `claimNext` gave is what the plain model gives. */
  function checkChoice(command: LoggedCommand, { input }: Request): void {
    const claimed = command.events.find((event) => event.type === "task.claimed")
    if (!claimed) return
    const wish = input as { agent: string; session?: string; takeOver?: boolean }
    const best = nextAt(moment(), wish, wish.takeOver === true ? "any" : "mine", command.at)
    promise(
      best === numberOf(claimed.task),
      () => `${wish.agent} was given ${claimed.task}, but T-${best ?? "none"} was up next`,
    )
  }

  /** A token of an earlier claim changes nothing. */
  function checkToken(task: string, { input }: Request, what: string): void {
    const { leaseToken } = input
    if (typeof leaseToken !== "string") return
    const grant = cards.get(numberOf(task))?.grant
    promise(
      grant?.isOver === false && grant.epoch === epochIn(leaseToken),
      () => `a stale token (${leaseToken}) wrote ${what} on ${task}`,
    )
  }

  function noteEnds(n: number, before: Card | undefined): void {
    const card = cards.get(n)
    if (isOpen(before) && !isOpen(card)) closed.set(n, events.length)
    const isAtWork = ({ status, held }: Card) => status === "doing" && held?.offered !== true
    if (card && isAtWork(card) && !(before && isAtWork(before))) begun.set(n, events.length)
  }

  /** An undo does not open what others waited for, once one of them was begun. */
  function checkOpened(n: number, before: Card | undefined): void {
    const card = cards.get(n)
    if (!card || isOpen(before) || !isOpen(card)) return
    const waiting = [...cards.values()].filter(
      (other) => other.blockedBy.includes(n) || other.n === card.parent,
    )
    const late = waiting.find((other) => (begun.get(other.n) ?? 0) > (closed.get(n) ?? 0))
    promise(
      late === undefined,
      () => `T-${n} was opened by an undo after T-${late?.n}, which waited, was begun`,
    )
  }

  function take(event: BoardEvent, command: LoggedCommand): void {
    if ("task" in event && event.type !== "task.created" && event.type !== "task.restored") {
      const card = cards.get(numberOf(event.task))
      promise(card !== undefined, () => `${event.type} on ${event.task}, which is not there`)
      judge.check(card, event, { moment: moment(), now: command.at, actor: command.actor })
      checkEnd(card, event, { moment: moment(), now: command.at })
      checkNeeds(card, event, { moment: moment(), now: command.at, actor: command.actor })
      if (event.type !== "task.deleted") {
        const next = after(card, event)
        promise(
          !next.held || next.status === "doing" || (next.held.offered && next.status === "todo"),
          () => `${event.type} leaves a lease on ${event.task} in ${next.status}`,
        )
        cards.set(card.n, next)
      } else {
        cards.delete(card.n)
        trash.set(card.n, { card: laidDown(card), until: event.until ?? 0 })
      }
    } else takeOther(event, command)
    events.push({ event, at: command.at, actor: command.actor, via: command.via })
  }

  function takeOther(event: BoardEvent, command: LoggedCommand): void {
    const { at: now } = command
    needs.take(event, command)
    switch (event.type) {
      case "task.restored": {
        const n = numberOf(event.task)
        const trashed = trash.get(n)
        promise(trashed !== undefined, () => `${event.task} was restored, and is not in the trash`)
        trash.delete(n)
        cards.set(n, restored(trashed.card, event))
        imports.restored(n)
        break
      }
      case "commands.undone":
        for (const n of event.commands) {
          promise(!undone.has(n), () => `the command of event ${n} was undone twice`)
          undone.add(n)
        }
        undos.set(events.length + 1, event.commands)
        break
      case "commands.redone":
        for (const n of event.commands) {
          promise(undos.has(n), () => `event ${n} is not an undo that can be taken back`)
          for (const again of undos.get(n) ?? []) undone.delete(again)
          undos.delete(n)
        }
        break
      case "trash.emptied":
        for (const n of event.tasks.map(numberOf)) {
          const { until } = trash.get(n) ?? { until: Infinity }
          promise(until <= now, () => `T-${n} was emptied out of the trash before its time`)
          trash.delete(n)
        }
        break
      case "task.created":
        tasks++
        promise(event.task === `T-${tasks}`, () => `${event.task} was created where T-${tasks} was due`)
        cards.set(tasks, created(event))
        break
      case "leases.extended":
        for (const [n, card] of cards) cards.set(n, extended(card, event.until))
        break
      case "agent.paused":
        agentPauses.set(event.agent.toLowerCase(), event)
        break
      case "agent.resumed":
      case "agent.deleted":
        agentPauses.delete(event.agent.toLowerCase())
        break
      case "team.paused":
        teamPause = event
        break
      case "team.resumed":
        teamPause = null
        break
      default:
    }
  }

  return {
    get moment() {
      return moments.at(-1) ?? moment()
    },
    momentAt: (seq) => moments.findLast((each) => each.seq === seq),
    event: (seq) => events[seq - 1],
    written: (mark) => written.get(mark) ?? [],
    tasksWith: (mark) => tasksWith.get(mark) ?? new Set(),
    keptAfter: (key) => keys.get(key),
    claim: judge.claim,
    file: files.find,
    take(text) {
      const { seq, commands } = JSON.parse(text) as Commit
      promise(seq === events.length + 1, () => `a commit of event ${seq} after event ${events.length}`)
      for (const command of commands) takeCommand(command)
      const { hands, places } = needs
      moments.push({
        ...{ ...moment(), cards: new Map(cards), agentPauses: new Map(agentPauses) },
        ...{ hands: new Map(hands), places: new Map(places) },
      })
      if (moments.length > 300) moments.splice(0, 100)
    },
  }
}

// --- internal ---

function isOpen(card: Card | undefined): boolean {
  return card !== undefined && card.status !== "done" && card.status !== "cancelled"
}
