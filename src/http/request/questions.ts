import { saidMe } from "../../domain/wire/asker.ts"
import type { Call, CallResult } from "../../engine/call.ts"

/** A question to one operation: its parsed input and, if the operation is stable, the last answer. */
export interface Question {
  readonly input: Call["input"]
  /** Who sends it, where the request says so in a form of its own. */
  readonly sentBy?: string | undefined
  /** What was done with fields of it that are not documented. */
  readonly warning?: string | undefined
  last?: { readonly result: CallResult; readonly rendered: Rendered }
}

/** Makes the response; one can be sent only once. */
export type Rendered = () => Response

/**
 * Agents ask the same questions all day, so this keeps them by the text of their query. The parsed input is used again;
 * it is never changed. The rendered answer is used again too, as long as the engine returns the same result object.
 */
export function createQuestions<S>(
  parse: (query: string, sender: S) => Question,
): (query: string, sender: S) => Question {
  const known = new Map<string, Question>()
  return (query, sender) => {
    const before = known.get(query)
    if (before) return before
    const question = parse(query, sender)
    if (query.length > longestKept || saidMe()) return question
    if (known.size >= mostKept) known.clear()
    known.set(query, question)
    return question
  }
}

/** The answer for a result. It is rendered only if the result is not the same object as the last one. */
export function answerTo(question: Question, result: CallResult, render: () => Rendered): Response {
  if (question.last?.result === result) return question.last.rendered()
  const rendered = render()
  if (result.stamp !== undefined) question.last = { result, rendered }
  return rendered()
}

// --- internal ---

const mostKept = 500
/** In characters. */
const longestKept = 200
