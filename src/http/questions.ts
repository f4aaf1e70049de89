import type { Call, CallResult } from "../engine/call.ts"
import type { Reply } from "./reply.ts"

/** A question to one operation: its parsed input and, if the operation is stable, the last answer. */
export interface Question {
  readonly input: Call["input"]
  last?: { readonly result: CallResult; readonly reply: Reply }
}

/**
 * Agents ask the same questions all day, so this keeps them by the text of their query. The parsed input is used again;
 * nobody changes it. The reply is used again too, as long as the engine returns the same result object.
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

/** The reply for a result. It is rendered only if the result is not the same object as the last one. */
export function replyTo(question: Question, result: CallResult, render: () => Reply): Reply {
  if (question.last?.result === result) return question.last.reply
  const reply = render()
  if (result.stamp !== undefined) question.last = { result, reply }
  return reply
}

// --- internal ---

const mostKept = 500
/** In characters. */
const longestKept = 200
