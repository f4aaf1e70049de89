import { createHash } from "node:crypto"
import type { Policy } from "../../src/domain/context.ts"
import { checkAnswer, checkRepeat, createWinners, type Intention } from "./audit/answers.ts"
import { createLogAudit, type LogAudit } from "./audit/log.ts"
import { createToldAudit } from "./audit/told.ts"
import { send, type Outcome, type Request, type Sent } from "./call.ts"
import type { Home } from "./home.ts"
import { learnTasks, type Seen } from "./seen.ts"
import type { SeenImport } from "./import-wishes.ts"
import { createServer, type Server, type Told } from "./server.ts"
import { minute } from "./time.ts"
import { drawManner, type Manner } from "./weights.ts"
import type { Grip } from "./wishes.ts"
import type { World } from "./world.ts"

/** The servers of a run, its clients, and the auditor who sees all that comes and goes. */
export interface Run {
  readonly world: World
  readonly servers: readonly Server[]
  readonly audit: LogAudit
  readonly home: Home
  readonly known: Known
  readonly manner: Manner
  /** How often each thing happened. */
  readonly counts: Map<string, number>
  mark(): string
  /** Sends a request to a server, and audits its answer. */
  ask(server: Server, request: Request, options?: AskOptions): Promise<Outcome>
  /** Audits what is new. */
  check(): void
  count(what: string): void
  digest(): string
}

/** What the clients were told. */
interface Known {
  /** How many tasks there are. */
  tasks: number
  readonly grips: Map<string, Grip[]>
  /** What was told last of each task. */
  readonly seen: Map<string, Seen>
  /** Files of tasks, the newest last. */
  /** Of each actor the last write that can be undone. */
  readonly commands: Map<string, number>
  readonly comments: string[]
  readonly files: { readonly id: string; readonly task: string; readonly sha256: string }[]
  /** Imports as they were told, the newest last. */
  readonly imports: SeenImport[]
  /** The secrets of each account, by its name. */
  readonly secrets: Map<string, string[]>
  /** What ended without an answer. */
  readonly open: Set<Intention>
}

export interface AskOptions {
  readonly loss?: number
  readonly patience?: number
  /** What the request repeats. */
  readonly of?: Intention
  readonly mark?: string
}

export interface RunOptions {
  readonly world: World
  readonly home: Home
  readonly policy: Policy
}

export function createRun({ world, home, policy }: RunOptions): Run {
  const requests = new Map<string, Request>()
  const counts = new Map<string, number>()
  const runs: Told[] = []
  const audit = createLogAudit((mark) => requests.get(mark))
  const checkTold = createToldAudit(audit)
  const checkWinner = createWinners()
  const outcomes = createHash("sha256")
  let marks = 0
  let taken = 0
  let trouble: unknown

  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const onRun = (told: Told) => {
    runs.push(told)
    count("a server came up")
  }
  const servers = Array.from({ length: home.servers }, (_, i) =>
    createServer({ name: `s${i + 1}`, world, home, policy, onRun }),
  )
  const known: Known = {
    ...{
      tasks: 0,
      grips: new Map(),
      seen: new Map(),
      files: [],
      commands: new Map(),
      comments: [],
      imports: [],
      secrets: new Map(),
      open: new Set(),
    },
  }

  function checkLog(): void {
    for (; taken < home.commits.length; taken++) audit.take(home.commits[taken] ?? "")
  }

  function end(intention: Intention, sent: Sent): void {
    checkLog()
    const { outcome, request } = sent
    const code = outcome?.kind === "refused" ? outcome.code : (outcome?.kind ?? "")
    count(`${request.name} ${code}`)
    outcomes.update(`${request.name} ${code} ${outcome?.kind === "ok" ? outcome.result.seq : ""}\n`)
    checkAnswer(intention, sent, audit)
    checkRepeat(intention, sent, audit)
    checkWinner(intention.mark, sent)
    if (outcome?.kind === "unknown") known.open.add(intention)
    else known.open.delete(intention)
    learn(sent)
  }

  /** What a client takes from an answer. */
  function learn({ request, outcome }: Sent): void {
    if (outcome?.kind !== "ok") return
    if (outcome.result.command !== undefined) known.commands.set(request.actor, outcome.result.command)
    const { task, lease, secret, attachment } = outcome.answer as {
      attachment?: { id: string; taskId: string; sha256: string }
      task?: { id: string } | null
      lease?: { token?: string }
      secret?: string | null
    }
    learnTasks(known.seen, request, outcome.answer)
    const { comment } = outcome.answer as { comment?: { readonly id: string } }
    if (comment) known.comments.push(comment.id)
    const account = request.input["account"] ?? request.input["name"]
    if (typeof secret === "string" && typeof account === "string")
      known.secrets.set(account, [...(known.secrets.get(account) ?? []), secret])
    const { import: seen } = outcome.answer as { import?: SeenImport }
    if (seen) known.imports.push(seen)
    if (attachment) known.files.push({ ...attachment, task: attachment.taskId })
    if (task) known.tasks = Math.max(known.tasks, Number(task.id.slice(2)))
    if (!task || lease?.token === undefined) return
    const { session } = request.input as { session?: string }
    const grips = known.grips.get(request.actor) ?? []
    known.grips.set(request.actor, [...grips.slice(-8), { task: task.id, token: lease.token, session }])
  }

  return {
    ...{ world, home, servers, audit, known, counts, count },
    manner: drawManner(world.random),
    mark: () => `n${++marks}n`,
    ask(server, request, { loss = 0, patience = 2 * minute, of, mark = of?.mark ?? `n${++marks}n` } = {}) {
      requests.set(mark, request)
      if (request.key !== undefined) requests.set(request.key, request)
      const intention = of ?? { mark, sent: [] }
      return new Promise((resolve) => {
        intention.sent.push(
          send(server, request, { world, loss, patience }, (sent) => {
            try {
              end(intention, sent)
            } catch (error) {
              trouble ??= error
            }
            resolve(sent.outcome ?? { kind: "unknown" })
          }),
        )
      })
    },
    check() {
      if (trouble !== undefined) throw trouble as Error
      checkLog()
      for (const told of runs) checkTold(told)
    },
    digest() {
      const hash = createHash("sha256")
      for (const text of home.commits) hash.update(text)
      return hash.update(outcomes.copy().digest()).digest("hex").slice(0, 16)
    },
  }
}
