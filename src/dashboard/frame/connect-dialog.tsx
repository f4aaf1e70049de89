import { session } from "../api/session.ts"
import { Steps } from "../board/empty.tsx"
import { Dialog } from "../components/dialog.tsx"
import { useApp } from "../state/context.ts"
import { waysToConnect } from "../words/first-steps.ts"

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
