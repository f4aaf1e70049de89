import { useState } from "preact/hooks"
import { call } from "../../api/api.ts"
import { Changing } from "../../components/changing.tsx"
import { Icon } from "../../components/icons.tsx"
import { Refused } from "../../components/refused.tsx"
import { givenUp } from "../../state/writes.ts"
import { useApp, useNow } from "../../state/context.ts"
import { useWrite } from "../../state/use-outcome.ts"
import { NeedRow, type NeedRowProps } from "./need-row.tsx"
import { reviewKeys } from "../../words/review-keys.ts"
import { needWords } from "../../words/need-words.ts"
import { NotifyButton } from "./notify-button.tsx"
import { BrokenOffImport } from "../../import/record-row.tsx"
import { useShortcuts, type Shortcut } from "../../page/keys.ts"
import { Page, Section } from "../../page/page.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import { isFree, useNeeds, type Need } from "../../reads/use-needs.ts"

/** Everything that waits for a person, in the order of urgency; most of it can be decided here. */
export function NeedsYou({ state }: ViewProps) {
  const { actions } = useApp()
  const { count, mine, late, others, inbox } = useNeeds(state)
  const { outcome, follow } = useWrite()
  const newest = inbox.value?.at(-1)

  /** @param task only what was said about it; default: all that is listed now */
  async function markRead(seq: number, task?: string, onDone = tellRead(task)) {
    const { name } = state
    if (name === null) return
    const marked = actions.ask(() => call("inbox.ack", { name, seq, ...(task && { task }) }), onDone)
    if ((await follow(marked)) !== givenUp) inbox.reload()
  }

  function tellRead(task?: string) {
    const count = inbox.value?.filter((notice) => task === undefined || notice.task === task).length ?? 0
    const what = task ?? (count === 1 ? "1 notice" : `${count} notices`)
    return (undo: readonly number[]): void =>
      void actions.tell(`${what} ${task || count === 1 ? "is" : "are"} marked as read.`, { undo })
  }

  const folded = Object.entries(Object.groupBy(late, sayFolded))
  const chosen = useChosen([...mine, ...others, ...folded.flatMap(([, needs = []]) => needs)])
  const list = (needs: readonly Need[]) => (
    <Rows needs={needs} name={state.name} chosen={chosen} onRead={(...read) => void markRead(...read)} />
  )
  return (
    <Page
      title="Needs you"
      lead={count === null ? "Loading" : needWords(count)}
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
      {list(mine)}
      {others.length > 0 && (
        <Section title="Other reviews" count={others.length}>
          {list(others)}
        </Section>
      )}
      {folded.map(([state, needs = []]) => (
        <details key={state} class="part late">
          <summary>
            {needs.length === 1 ? "1 task is" : `${needs.length} tasks are`} {state}
          </summary>
          {list(needs)}
        </details>
      ))}
      {count === 0 && others.length + late.length === 0 && (
        <p class="nothing">Reviews, mentions, blocked tasks and stuck tasks appear here automatically.</p>
      )}
    </Page>
  )
}

// --- internal ---

function sayFolded({ why, task }: Need): string {
  if (why === "lease_expired") return "back in the queue after a claim expired"
  return isFree(task) ? "late and can be claimed" : "late and in progress"
}

/** How many rows of a list are shown at first. */
const few = 50

interface Props {
  needs: readonly Need[]
  name: string | null
  chosen: ReturnType<typeof useChosen>
  onRead: NeedRowProps["onRead"]
}

function Rows({ needs, name, chosen, onRead }: Props) {
  const { open } = useApp().store.state
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  if (needs.length === 0) return null
  const shown = isWhole ? needs : needs.slice(0, few)
  return (
    <>
      <ul class="rows needs">
        {shown.map((need) => (
          <NeedRow
            key={need.task.id}
            {...{ need, name, now, onRead }}
            isChosen={need.task.id === chosen.id}
            isOpen={need.task.id === open?.id}
            onChoose={() => chosen.choose(need.task.id)}
          />
        ))}
      </ul>
      {needs.length > shown.length && (
        <button type="button" class="quiet show-all" onClick={() => setWhole(true)}>
          Show all {needs.length}
        </button>
      )}
    </>
  )
}

/** The row that is unfolded: the one that had the focus last; when it has gone, the one in its place. Keys go from row to row. */
function useChosen(needs: readonly Need[]) {
  const { store } = useApp()
  const [last, set] = useState({ id: "", at: 0 })
  const ids = needs.map(({ task }) => task.id)
  const { open } = store.state
  // What is open is decided there.
  const free = ids.includes(last.id) ? last.id : ids[Math.min(last.at, ids.length - 1)]
  const id = open === null ? free : undefined
  const isFree = () => store.state.open === null
  const button = (key: string) =>
    document.querySelector<HTMLButtonElement>(`.need.is-chosen button[aria-keyshortcuts="${key}"]`)
  const step = (by: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(".need a[data-task]")]
    const at = rows.findIndex(({ dataset }) => dataset["task"] === id)
    const isIn = document.activeElement?.closest(".need.is-chosen") !== null
    rows[Math.max(0, Math.min(rows.length - 1, isIn ? at + by : at))]?.focus()
  }
  const row = { group: "Task", repeats: true, when: isFree } as const
  useShortcuts([
    { keys: "j", also: "ArrowDown", label: "Next row in Needs you", ...row, run: () => step(1) },
    { keys: "k", also: "ArrowUp", label: "Previous row", ...row, run: () => step(-1) },
    ...decisions.map(([keys, label]): Shortcut => ({
      ...{ keys, label, group: "Task" },
      when: () => isFree() && button(keys) !== null,
      run: () => button(keys)?.click(),
    })),
  ])
  return { id, choose: (next: string) => set({ id: next, at: ids.indexOf(next) }) }
}

const decisions = [
  ["a", reviewKeys.a],
  ["r", reviewKeys.r],
  ["c", "Reply"],
  ["t", "Take it"],
  ["u", "Unblock it"],
  ["e", "Mark as read"],
  ...Array.from({ length: 9 }, (_, i) => [String(i + 1), "Answer with this choice"] as const),
] as const

function WhoAreYou() {
  const { store } = useApp()
  return (
    <div class="nothing who-are-you">
      <p>Enter your name once to see your reviews and your inbox here too.</p>
      <Changing>
        <button type="button" class="primary" onClick={() => store.set({ asking: "name" })}>
          Enter your name
        </button>
      </Changing>
    </div>
  )
}
