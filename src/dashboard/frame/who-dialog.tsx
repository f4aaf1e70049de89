import type { AccessView } from "../api/types.ts"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Isolated } from "../components/isolated.tsx"
import { signOut } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { roleWords } from "../words/role-words.ts"

/** Says who one is to the board, and lets one sign out. */
export function WhoDialog({ name, access }: { name: string | null; access: AccessView }) {
  const { store } = useApp()
  const { account, role, agent } = access
  return (
    <Dialog title="Who you are here" class="small" onClose={() => store.set({ asking: null })}>
      <dl class="facts">
        <dt>Account</dt>
        <dd>
          {account === null ? (
            "None: the token is from the server's configuration"
          ) : (
            <Isolated text={account} />
          )}
        </dd>
        <dt>Role</dt>
        <dd>
          {role}
          {role && <span class="muted">, {roleWords[role]}</span>}
        </dd>
        <dt>Name</dt>
        <dd>
          {name === null ? "Not set yet" : <Isolated text={name} />}
          {agent !== null && <span class="muted">, fixed for this account</span>}
        </dd>
      </dl>
      <div class="actions start">
        {agent === null && <Button text="Change the name" onClick={() => store.set({ asking: "name" })} />}
        <Button text="Sign out" onClick={signOut} />
      </div>
    </Dialog>
  )
}
