import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { findHeld } from "../../attempts/verify/held.ts"
import { parseDuration } from "../../domain/wire/duration.ts"
import { fail, UpnextError } from "../../errors.ts"
import { toTaskId } from "../../terminal/input.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"
import type { Parsed } from "../../terminal/flags.ts"
import { isTaskId } from "../../terminal/typed.ts"
import { withClient } from "../../terminal/with-client.ts"

/** Asks on the task that is named first, or else held. Resolves with the exit status. */
export function ask({ flags, positionals }: Parsed): Promise<number> {
  return withClient(flags, async (client, settings) => {
    const wait = waitOf(flags.wait)
    const [first, ...rest] = positionals
    const isNamed = first !== undefined && isTaskId(first)
    const id = isNamed ? toTaskId(first) : ((await findHeld(client, settings, false, "ask")) ?? "")
    const content = (isNamed ? rest : positionals).join(" ")
    if (content === "")
      fail("invalid_input", {
        detail: "There is no question.",
        hint: 'Write `upnext ask T-1 "Which cache?"`.',
      })
    const { to, choice = [] } = flags as { to?: string; choice?: string[] }
    const asking = { ...(to !== undefined && { to }), choices: choice }
    const { comment: question } = await client.task.comment({ id, content, ask: asking })
    const found = wait === undefined ? undefined : await answerTo(client, question, wait)
    const answer = found ?? (flags.park === true ? await park(client, question) : undefined)
    if (flags.json === true) printJson({ question, answer: answer ?? null })
    else print(answer ? line(answer.content) : asked(question, flags.park === true))
    return wait !== undefined && !answer ? 3 : 0
  })
}

// --- internal ---

/** A timer that is longer ends at once. */
const longestTimerMs = 2 ** 31 - 1

type AskedComment = OutputOf<"task.comment">["comment"]

function waitOf(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined
  return (
    parseDuration(text) ??
    fail("invalid_input", {
      detail: `--wait takes a duration such as 30s or 10m, not ${JSON.stringify(text)}.`,
    })
  )
}

function asked({ id, taskId, ask }: AskedComment, isParked: boolean): string {
  const whom = ask?.to == null ? "whoever can say" : line(ask.to)
  const state = isParked ? " and waits for the answer, offered to you first then" : ""
  return `${style.green("✓")} ${style.bold(taskId)} asks ${whom}${state}  ${style.dim(id)}`
}

/** The answer, if it comes in time. */
async function answerTo(
  client: Client,
  question: AskedComment,
  ms: number,
): Promise<AskedComment | undefined> {
  const over = AbortSignal.timeout(Math.min(ms, longestTimerMs))
  const { seq } = await client.health()
  const early = await findAnswer(client, question)
  if (early) return early
  const filter = { after: seq, task: question.taskId, type: ["task.commented"] }
  for await (const event of client.events(filter, over))
    if (event.type === "reset" || event.data["answers"] === question.id) {
      const answer = await findAnswer(client, question)
      if (answer) return answer
    }
  return undefined
}

async function findAnswer(client: Client, { id, taskId }: AskedComment): Promise<AskedComment | undefined> {
  for (let cursor: string | null = id; cursor !== null;) {
    const page: OutputOf<"task.comments"> = await client.task.comments({ id: taskId, cursor, limit: 500 })
    const answer = page.comments.find(({ answers }) => answers === id)
    if (answer) return answer
    cursor = page.next
  }
  return undefined
}

/** Gives the task back until the answer comes. Where that has come meanwhile, the task stays, and this is the answer. */
async function park(client: Client, question: AskedComment): Promise<AskedComment | undefined> {
  try {
    await client.task.release({ id: question.taskId, waitsFor: question.id })
    return undefined
  } catch (error) {
    if (!(error instanceof UpnextError) || error.code !== "already_answered") throw error
    return findAnswer(client, question)
  }
}
