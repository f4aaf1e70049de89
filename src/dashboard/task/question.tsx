import { useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { ChoiceButtons } from "../components/choice-buttons.tsx"
import { CommentForm } from "../components/comment-form.tsx"
import { Isolated } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { Refused } from "../components/refused.tsx"
import { useApp } from "../state/context.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { givenUp } from "../state/writes.ts"

/** The question that waits for an answer, with its choices and a field for any other. */
export function Question({ task: { id, question } }: { task: TaskView }) {
  const { actions } = useApp()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useOutcome()
  const area = useRef<HTMLTextAreaElement>(null)
  if (!question) return null

  async function choose(answer: string) {
    if (!question || isBusy) return
    setBusy(true)
    const result = await actions.comment(id, answer, { answers: question.id })
    setBusy(false)
    if (result !== givenUp) setOutcome(result)
  }

  return (
    <section class="question" aria-label="Question">
      <p class="question-head">
        <strong>
          <Isolated text={question.author} />
        </strong>{" "}
        asks {question.to !== null && <Isolated text={question.to} />}
      </p>
      <MarkdownText text={question.content} />
      {question.choices.length > 0 && (
        <div class="answer-choices">
          <ChoiceButtons
            choices={question.choices}
            isBusy={isBusy}
            onChoose={(answer) => void choose(answer)}
          />
        </div>
      )}
      <Refused outcome={outcome} what="The answer was not saved." />
      <CommentForm
        class="compose"
        id={id}
        answers={question.id}
        draft={`${id} ${question.id}`}
        label="Answer"
        placeholder={question.choices.length > 0 ? "Or another answer" : "Your answer"}
        area={area}
      >
        <span />
      </CommentForm>
    </section>
  )
}
