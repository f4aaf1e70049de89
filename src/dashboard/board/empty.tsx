import { session } from "../api/session.ts"
import { Changing } from "../components/changing.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Refused } from "../components/refused.tsx"
import { goToView } from "../page/route.ts"
import { may } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { waysToAdd, waysToConnect, type FirstStep } from "../words/first-steps.ts"

/** Shown on a board without tasks: the ways to add the first one, and to connect those who do it. */
export function Empty() {
  const { store, actions } = useApp()
  const { outcome, isBusy, follow } = useWrite()
  const page = new URL(location.href)

  return (
    <div class="empty">
      <h1>Nothing is up next</h1>
      <p>Add the first task, or look around with a starter team and its five sample tasks.</p>
      <div class="actions start">
        <Changing>
          <button type="button" class="primary" onClick={() => store.set({ creating: true })}>
            New task <kbd aria-hidden="true">n</kbd>
          </button>
        </Changing>
        {may(store.state, "team.starter") && (
          <button type="button" disabled={isBusy} onClick={() => void follow(actions.starter())}>
            Add the starter team
          </button>
        )}
        {may(store.state, "import.begin") && (
          <button type="button" onClick={() => goToView("import")}>
            Import tasks
          </button>
        )}
      </div>
      <Refused outcome={outcome} />
      <Ways id="add" title="Add tasks from outside this page" steps={waysToAdd(page)} />
      <Ways id="connect" title="Connect an agent" steps={waysToConnect(page, session.token() !== null)} />
    </div>
  )
}

/** How an agent gets to the board, also when the board is no longer empty. */
export function ConnectDialog() {
  const { store } = useApp()
  return (
    <Dialog title="Connect an agent" onClose={() => store.set({ asking: null })}>
      <div class="ways">
        <Steps steps={waysToConnect(new URL(location.href), session.token() !== null)} />
      </div>
    </Dialog>
  )
}

// --- internal ---

/** Lines for a terminal. Each can be copied. */
function Steps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <ul>
      {steps.map(({ says, code }) => (
        <li key={code}>
          <span class="muted">{says}</span>
          <div class="code-line">
            <code>
              {code.split(/(\s+(?!\\))/).map((word, i) => (i % 2 === 0 ? <span key={i}>{word}</span> : word))}
            </code>
            <CopyButton text={code} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Ways({ id, title, steps }: { id: string; title: string; steps: readonly FirstStep[] }) {
  return (
    <section class="ways" aria-labelledby={`ways-${id}`}>
      <h2 id={`ways-${id}`}>{title}</h2>
      <Steps steps={steps} />
    </section>
  )
}
