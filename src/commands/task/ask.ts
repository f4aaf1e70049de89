import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { findHeld } from "../../attempts/verify/held.ts"
import { formatDuration, parseDuration } from "../../domain/wire/duration.ts"
import { sayIs } from "../../domain/wire/enums.ts"
import { fail, UpnextError } from "../../errors.ts"
import { remark } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { line, note, print, printJson, style } from "../../terminal/output.ts"
import { isTaskId } from "../../terminal/typed.ts"
import { withClient } from "../../terminal/with-client.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"

export default define({
  name: "ask",
  summary: "Ask a question about a task, and wait for the answer or park the task",
  positionals: [
    { name: "id", optional: true },
    { name: "question", isMany: true, optional: true },
  ],
  flags: {
    to: { kind: "text", description: "who should answer; default: anyone" },
    choice: {
      kind: "list",
      value: "answer",
      description: "an answer to choose from; may be given several times",
    },
    wait: {
      kind: "text",
      description: "wait this long for the answer, and print it",
    },
    park: {
      kind: "boolean",
      description: "give the task back until the answer comes; the task is then offered to you first",
    },
  },
  common: someOfCommon("agent", "session", "url", "home", "token", "json"),
  about: [
    "Without an id, the question is about the task that this session holds. The answer also arrives with the holder's next write. With --wait and --park, the task is parked if no answer arrives in time. The exit status is 3 if there is no answer.",
  ],
  examples: [
    [
      'ask T-1 "Which cache?" --to mira --choice redis --choice memory',
      "mira finds the question in `upnext needs`",
    ],
    ['ask T-1 "Which cache?" --wait 1s', "print the answer, or exit with status 3"],
    ['ask T-1 "Which cache?" --park', "do something else in the meantime: `upnext next --claim`"],
  ],
  run({ flags, positionals }) {
    return withClient(flags, async (client, settings) => {
      const wait = waitOf(flags.wait)
      const [first, ...rest] = positionals
      const isNamed = first !== undefined && isTaskId(first)
      const id = isNamed ? toTaskId(first) : ((await findHeld(client, settings, false, "ask")) ?? "")
      const content = (isNamed ? rest : positionals).join(" ")
      if (content === "")
        fail("invalid_input", {
          detail: "The question is missing.",
          hint: `Write \`upnext ask ${id === "" ? "T-1" : id} "Which cache?"\`.`,
        })
      const { to, choice = [] } = flags as { to?: string; choice?: string[] }
      const asking = { ...(to !== undefined && { to }), choices: choice }
      const { comment: question } = await client.task.comment({ id, content, ask: asking })
      if (flags.json !== true) await tellOver(client, id)
      const found = wait === undefined ? undefined : await answerTo(client, question, wait)
      const answer = found ?? (flags.park === true ? await park(client, question) : undefined)
      if (flags.json === true) printJson({ question, answer: answer ?? null })
      else print(answer ? line(answer.content) : asked(question, flags.park === true))
      if (wait === undefined || answer) return 0
      if (flags.json !== true) note(`No answer within ${formatDuration(wait)}.`)
      return 3
    })
  },
})

// --- internal ---

/** Says that the task is over: its holder is not there to hear the question. */
async function tellOver(client: Client, id: string): Promise<void> {
  const { status } = (await client.task.read({ id })).task
  if (status === "done" || status === "cancelled") remark({ notes: [`${id} ${sayIs(status)}.`] })
}

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
  const whom = ask?.to == null ? "anyone who can answer" : line(ask.to)
  const state = isParked ? " and waits for the answer; the task is then offered to you first" : ""
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
