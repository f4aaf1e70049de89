import { useApp } from "../state/context.ts"
import { allShortcuts, nameOf, type Shortcut } from "../page/keys.ts"
import { Dialog } from "../components/dialog.tsx"
import { reviewKeys } from "../words/review-keys.ts"

/** Lists every registered shortcut; of those with one key, the one that has it now. */
export function HelpDialog() {
  const { store } = useApp()
  const all = allShortcuts()
  const holder = (of: string) =>
    all.findLast(({ keys, when }) => keys === of && (when?.() ?? true)) ??
    all.findLast(({ keys }) => keys === of)
  const own = all.filter((each) => each.group === "Anywhere" || each === holder(each.keys))
  const labels = new Set(own.map(({ label }) => label))
  const review = Object.entries(reviewKeys)
    .filter(([, label]) => !labels.has(label))
    .map(([keys, label]): Shortcut => ({ keys, label, group: "Review" }))
  const groups = Map.groupBy([...own, ...review], ({ group }) => group)
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => store.set({ helping: false })}>
      <div class="help">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, same]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {(same.length > 2 ? [...same.slice(0, 1), null, ...same.slice(-1)] : same).map((each) =>
                      each === null ? "…" : <Keys key={each.keys} keys={each.keys} />,
                    )}
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
