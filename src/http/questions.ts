import type { Call, CallResult } from "../engine/call.ts"
import type { Reply } from "./reply.ts"

/** A question to one operation: its parsed input and, where the operation is stable, the last answer to it. */
export interface Question {
  readonly input: Call["input"]
  last?: { readonly result: CallResult; readonly reply: Reply }
}

/**
 * Agents ask the same question all day, so the latest ones are kept by the text of their query. An input is never
 * written to and serves again. So does a reply, as long as the engine hands back the very result that it was made of.
 */
export function createQuestions(parse: (query: string) => Call["input"]): (query: string) => Question {
  const known = new Map<string, Question>()
  return (query) => {
    const before = known.get(query)
    if (before) return before
    const question = { input: parse(query) }
    if (query.length > longestKept) return question
    if (known.size >= mostKept) known.clear()
    known.set(query, question)
    return question
  }
}

/** The reply to a question whose result is this one; it is made only where the result is another than the last. */
export function replyTo(
  question: Question,
  result: CallResult,
  render: (result: CallResult) => Reply,
): Reply {
  if (question.last?.result === result) return question.last.reply
  const reply = render(result)
  if (result.stamp !== undefined) question.last = { result, reply }
  return reply
}

// --- internal ---

const mostKept = 500
/** In characters. */
const longestKept = 200
