import { useState } from "preact/hooks"
import { Check } from "../../components/check.tsx"
import { Dialog } from "../../components/dialog.tsx"
import { Icon } from "../../components/icons.tsx"
import { notifyKinds, useNotify, type NotifyKind } from "../../state/notify.ts"

/** Opens the choice of what draws attention while somebody looks elsewhere. */
export function NotifyButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        <Icon name="bell" />
        Notify me
      </button>
      {isOpen && <NotifyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

// --- internal ---

const allKinds = Object.keys(notifyKinds) as NotifyKind[]

function NotifyDialog({ onClose }: { onClose(): void }) {
  const [settings, change] = useNotify()
  const [problem, setProblem] = useState<string | null>(null)
  const { title, dot, system, sound, kinds } = settings

  /** The browser asks its own question, and only here, after a click. */
  async function setSystem(wanted: boolean) {
    setProblem(null)
    if (!wanted) {
      change({ system: false })
      return
    }
    if (!("Notification" in window)) {
      setProblem("This browser cannot show notifications for this page.")
      return
    }
    const answer = await Notification.requestPermission()
    if (answer === "granted") change({ system: true })
    else setProblem("The browser blocks notifications. Allow them in the browser's settings for this page.")
  }

  return (
    <Dialog title="Notify me" class="small" onClose={onClose}>
      <div class="form">
        <fieldset class="choices-of">
          <legend>In the tab</legend>
          <Check
            label="Show in the title how many tasks need me"
            isOn={title}
            onChange={(on) => change({ title: on })}
          />
          <Check label="Show a dot on the icon" isOn={dot} onChange={(on) => change({ dot: on })} />
        </fieldset>
        <fieldset class="choices-of">
          <legend>Outside the tab, while it is open</legend>
          <Check label="A system notification" isOn={system} onChange={(on) => void setSystem(on)} />
          {problem !== null && (
            <p class="field-error" role="alert">
              {problem}
            </p>
          )}
          <Check label="A sound" isOn={sound} onChange={(on) => change({ sound: on })} />
        </fieldset>
        <fieldset class="choices-of" disabled={!system && !sound}>
          <legend>When</legend>
          {allKinds.map((kind) => (
            <Check
              key={kind}
              label={notifyKinds[kind]}
              isOn={kinds.includes(kind)}
              onChange={(on) =>
                change({ kinds: allKinds.filter((each) => (each === kind ? on : kinds.includes(each))) })
              }
            />
          ))}
        </fieldset>
        <p class="muted small-text">This browser remembers these settings.</p>
      </div>
    </Dialog>
  )
}
