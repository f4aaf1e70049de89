import { saidMe } from "../../domain/wire/asker.ts"
import type { Call, CallResult } from "../../engine/call.ts"

/** A query to one operation: its parsed input and, if the operation is stable, the last response. */
export interface Question {
  readonly input: Call["input"]
  /** The sender, if the request names it in an undocumented form. */
  readonly sentBy?: string | undefined
  /** What was done with fields of it that are not documented. */
  readonly warning?: string | undefined
  last?: { readonly result: CallResult; readonly rendered: Rendered }
}

/** Makes the response; one can be sent only once. */
export type Rendered = () => Response

/**
 * Agents repeat the same queries all day, so this cache stores them by the text of their query string. The parsed
 * input is reused and never changed. The rendered response is reused too, as long as the engine returns the same
 * result object.
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

/** The response for a result. It is rendered again only if the result is not the same object as the last one. */
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
