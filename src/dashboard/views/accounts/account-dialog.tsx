import type { AccountView, TokenView } from "../../api/types.ts"
import { AccountForm } from "./account-form.tsx"
import { DeleteForm, RevokeForm } from "./account-ends.tsx"
import { RotateForm, TokenForm } from "./token-forms.tsx"
import { TokenSecret } from "./token-secret.tsx"

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
