import { useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import { Changing } from "../../components/changing.tsx"
import { Icon } from "../../components/icons.tsx"
import { Refused } from "../../components/refused.tsx"
import { givenUp } from "../../state/writes.ts"
import { useApp, useNow } from "../../state/context.ts"
import { useOutcome } from "../../state/use-outcome.ts"
import { NeedRow, type NeedRowProps } from "./need-row.tsx"
import { needWords } from "../../words/need-words.ts"
import { NotifyButton } from "./notify-button.tsx"
import { BrokenOffImport } from "../../import/broken-off.tsx"
import { Page, Section } from "../../page/page.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import { useNeeds, type Need } from "../../reads/use-needs.ts"

/** Everything that waits for a person, in the order of urgency; most of it can be decided here. */
export function NeedsYou({ state }: ViewProps) {
  const { actions } = useApp()
  const { count, stuck, reviews, questions, rest, others, inbox } = useNeeds(state)
  const [outcome, setOutcome] = useOutcome()
  const newest = inbox.value?.at(-1)

  /** @param task only what was said about it; default: all that is listed now */
  async function markRead(seq: number, task?: string, onDone = tellRead(task)) {
    const { name } = state
    if (name === null) return
    const answer = await actions.ask(() => call("inbox.ack", { name, seq, ...(task && { task }) }), onDone)
    if (answer === givenUp) return
    setOutcome(answer)
    inbox.reload()
  }

  function tellRead(task?: string) {
    const count = inbox.value?.filter((notice) => task === undefined || notice.task === task).length ?? 0
    const what = task ?? (count === 1 ? "1 notice" : `${count} notices`)
    return (undo: readonly number[]): void =>
      void actions.tell(`${what} ${task || count === 1 ? "is" : "are"} marked as read.`, { undo })
  }

  const list = (title: string, needs: readonly Need[]) => (
    <List
      title={title}
      needs={needs}
      name={state.name}
      onRead={(seq, id, onDone) => void markRead(seq, id, onDone)}
    />
  )
  const lead = count === null ? "Loading" : count === 0 ? "Nothing waits for you" : needWords(count)
  return (
    <Page
      title="Needs you"
      lead={lead}
      actions={
        <div class="view-actions">
          {newest && (
            <Changing>
              <button type="button" class="quiet" onClick={() => void markRead(newest.seq)}>
                <Icon name="check" />
                Mark all as read
              </button>
            </Changing>
          )}
          <NotifyButton />
        </div>
      }
    >
      <Refused outcome={outcome ?? (inbox.refusal && { refusal: inbox.refusal })} />
      {state.name === null && <WhoAreYou />}
      <BrokenOffImport />
      {list("Stuck", stuck)}
      {list("Your reviews", reviews)}
      {list("Questions to you", questions)}
      {list("Also for you", rest)}
      {list("Reviews that anybody may decide", others)}
      {count === 0 && others.length === 0 && (
        <p class="nothing">
          Reviews, mentions, blocked work and work that has come to a stop appear here by themselves.
        </p>
      )}
    </Page>
  )
}

// --- internal ---

/** How many rows of a list are shown at first. */
const few = 5

interface Props {
  title: string
  needs: readonly Need[]
  name: string | null
  onRead: NeedRowProps["onRead"]
}

function List({ title, needs, name, onRead }: Props) {
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  if (needs.length === 0) return null
  const shown = isWhole ? needs : needs.slice(0, few)
  return (
    <Section title={title} count={needs.length}>
      <ul class="rows">
        {shown.map((need) => (
          <NeedRow key={need.task.id} need={need} name={name} now={now} onRead={onRead} />
        ))}
      </ul>
      {needs.length > shown.length && (
        <button type="button" class="quiet show-all" onClick={() => setWhole(true)}>
          Show all {needs.length}
        </button>
      )}
    </Section>
  )
}

function WhoAreYou() {
  const { store } = useApp()
  return (
    <div class="nothing who-are-you">
      <p>Tell your name once, and your reviews and your inbox are here too.</p>
      <Changing>
        <button type="button" class="primary" onClick={() => store.set({ asking: "name" })}>
          Tell your name
        </button>
      </Changing>
    </div>
  )
}
