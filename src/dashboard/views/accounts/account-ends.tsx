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
      said={() => `The account ${name} is deleted.`}
      onClose={onClose}
    >
      <p>
        {tokens === 0
          ? "It has no token."
          : `It has ${tokens === 1 ? "a token, which ends" : `${tokens} tokens, which end`} with it, at once.`}{" "}
        The history keeps what was done with it.
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
      said={() => `${id} is revoked.`}
      onClose={onClose}
    >
      <p>Whatever uses it has to have another one from now on.</p>
      <Own account={account} />
    </Sending>
  )
}

// --- internal ---

/** Warns whoever is about to end what this page itself uses. */
function Own({ account }: { account: string }) {
  const { store } = useApp()
  if (store.state.access?.account !== account) return null
  return <p>This page uses this account itself, and may have to ask you for another token.</p>
}
