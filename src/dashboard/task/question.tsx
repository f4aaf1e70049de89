import { useRef } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { ChoiceButtons } from "../components/choice-buttons.tsx"
import { CommentForm } from "../components/comment-form.tsx"
import { Isolated, Who } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import { Refused } from "../components/refused.tsx"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"

/** The question that waits for an answer, with its choices and a field for any other. */
export function Question({ task: { id, question } }: { task: TaskView }) {
  const { actions } = useApp()
  const { outcome, isBusy, follow } = useWrite()
  const area = useRef<HTMLTextAreaElement>(null)
  if (!question) return null

  return (
    <section class="question" aria-label="Question">
      <p class="question-head">
        <Who name={question.author} /> asks {question.to !== null && <Isolated text={question.to} />}
      </p>
      <MarkdownText text={question.content} />
      {question.choices.length > 0 && (
        <div class="answer-choices">
          <ChoiceButtons
            choices={question.choices}
            isBusy={isBusy}
            onChoose={(answer) => void follow(actions.comment(id, answer, { answers: question.id }))}
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
