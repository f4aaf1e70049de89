import type { AccountView, TokenView } from "../../api/types.ts"
import { AccountForm } from "./account-form.tsx"
import { RotateForm, TokenForm } from "./token-forms.tsx"
import { call } from "../../api/api.ts"
import { Sending } from "../../components/sending.tsx"
import { useApp } from "../../state/context.ts"
import { CopyButton } from "../../components/copy-button.tsx"
import { Dialog } from "../../components/dialog.tsx"

/** What is asked about an account or a token before it is done; and a new token, which is shown once. */
export type AccountQuestion =
  | { readonly kind: "create"; readonly account: AccountView | null }
  | { readonly kind: "edit" | "rotate" | "delete"; readonly account: AccountView }
  | { readonly kind: "revoke"; readonly token: TokenView }
  | { readonly kind: "secret"; readonly token: TokenView; readonly secret: string | null }

interface Props {
  asked: AccountQuestion
  accounts: readonly AccountView[]
  /** Null: nothing is asked any more, and a token that was shown is gone. */
  onAsk(next: AccountQuestion | null): void
}

export function AccountDialog({ asked, accounts, onAsk }: Props) {
  const onClose = () => onAsk(null)
  const onToken = (made: { token: TokenView; secret: string | null }) => onAsk({ kind: "secret", ...made })
  switch (asked.kind) {
    case "create":
      return <TokenForm account={asked.account} accounts={accounts} onToken={onToken} onClose={onClose} />
    case "rotate":
      return <RotateForm account={asked.account} onToken={onToken} onClose={onClose} />
    case "edit":
      return <AccountForm account={asked.account} onClose={onClose} />
    case "delete":
      return <DeleteForm account={asked.account} onClose={onClose} />
    case "revoke":
      return <RevokeForm token={asked.token} onClose={onClose} />
    case "secret":
      return <TokenSecret token={asked.token} secret={asked.secret} onClose={onClose} />
  }
}

// --- internal ---

function DeleteForm({ account, onClose }: { account: AccountView; onClose(): void }) {
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

function RevokeForm({ token: { id, account }, onClose }: { token: TokenView; onClose(): void }) {
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

/** Warns whoever is about to end what this page itself uses. */
function Own({ account }: { account: string }) {
  const { store } = useApp()
  if (store.state.access?.account !== account) return null
  return <p>This page uses this account and may ask you for another token.</p>
}

interface SecretProps {
  token: TokenView
  secret: string | null
  onClose(): void
}

/** Shows a new token, once. Only the button closes it, so that no stray key loses it. */
function TokenSecret({ token: { id, account }, secret, onClose }: SecretProps) {
  return (
    <Dialog title={`The token ${id} of ${account}`} class="small">
      <div class="form">
        {secret === null ? (
          <p>The token's text did not arrive and is not stored. Revoke the token and create another.</p>
        ) : (
          <>
            <p>The token is shown only once and not stored, so copy it now.</p>
            <input
              class="secret"
              aria-label="Token"
              readOnly
              autoFocus
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
          </>
        )}
        <div class="actions">
          {secret !== null && <CopyButton text={secret} class="" />}
          <button type="button" class="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
