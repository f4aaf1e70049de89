import { useState } from "preact/hooks"
import { givenUp } from "../state/writes.ts"
import { useApp } from "../state/context.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { Refused } from "../components/refused.tsx"

/** Shown on a board without tasks: the ways to add the first one. */
export function Empty() {
  const { store, actions } = useApp()
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    const answer = await actions.starter()
    setBusy(false)
    if (answer !== givenUp) setOutcome(answer)
  }

  return (
    <div class="empty">
      <h1>Nothing is up next</h1>
      <p>Put the first task in, or let a starter team show you around with five samples.</p>
      <div class="actions start">
        <button type="button" class="primary" onClick={() => store.set({ creating: true })}>
          New task <kbd aria-hidden="true">n</kbd>
        </button>
        <button type="button" disabled={isBusy} onClick={() => void start()}>
          Bring in the starter team
        </button>
      </div>
      <Refused outcome={outcome} />
      <p class="muted">From a shell or a program, it is one command:</p>
      <Line label="upnext" code={`upnext task add "Write the README"`} />
      <Line
        label="curl"
        code={[
          `curl ${location.origin}/tasks`,
          `-H 'Content-Type: application/json'`,
          `-d '{"title":"Write the README"}'`,
        ].join(" \\\n  ")}
      />
    </div>
  )
}

// --- internal ---

function Line({ label, code }: { label: string; code: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    // Browsers give the clipboard only to pages over https or from this machine.
    if (!window.isSecureContext) return
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }

  return (
    <div class="code-line">
      <code aria-label={label}>{code}</code>
      <button type="button" class="quiet" onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  )
}
