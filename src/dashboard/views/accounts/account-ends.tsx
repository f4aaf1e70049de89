import { call } from "../../api/api.ts"
import type { AccountView, TokenView } from "../../api/types.ts"
import { Sending } from "../../components/sending.tsx"
import { useApp } from "../../state/context.ts"

/** Asks before an account goes. */
export function DeleteForm({ account, onClose }: { account: AccountView; onClose(): void }) {
  const { name, tokens } = account
  return (
    <Sending
      title={`Delete the account ${name}?`}
      button="Delete the account"
      send={() => call("account.delete", { name })}
      said={() => `The account ${name} was deleted.`}
      onClose={onClose}
    >
      <p>
        {tokens === 0
          ? "The account has no token."
          : `Its ${tokens === 1 ? "token stops" : `${tokens} tokens stop`} working immediately.`}{" "}
        The history keeps its actions.
      </p>
      <Own account={name} />
    </Sending>
  )
}

/** Asks before a token ends. */
export function RevokeForm({ token: { id, account }, onClose }: { token: TokenView; onClose(): void }) {
  return (
    <Sending
      title={`Revoke ${id} of ${account}?`}
      button="Revoke the token"
      send={() => call("token.revoke", { id })}
      said={() => `${id} was revoked.`}
      onClose={onClose}
    >
      <p>Anything that uses this token needs another one from now on.</p>
      <Own account={account} />
    </Sending>
  )
}

// --- internal ---

/** Warns whoever is about to end what this page itself uses. */
function Own({ account }: { account: string }) {
  const { store } = useApp()
  if (store.state.access?.account !== account) return null
  return <p>This page uses this account and may ask you for another token.</p>
}
