import { useApp } from "../state/context.ts"
import { allShortcuts, nameOf, type Shortcut } from "../page/keys.ts"
import { Dialog } from "../components/dialog.tsx"

/** Lists every registered shortcut. */
export function HelpDialog() {
  const { store } = useApp()
  const groups = Map.groupBy(allShortcuts(), ({ group }) => group)
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => store.set({ helping: false })}>
      <div class="help">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Keys keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

// --- internal ---

function Keys({ keys }: Pick<Shortcut, "keys">) {
  return keys.split(" ").map((key) => <kbd key={key}>{nameOf(key)}</kbd>)
}
