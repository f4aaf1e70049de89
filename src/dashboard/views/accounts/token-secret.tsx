import type { TokenView } from "../../api/types.ts"
import { CopyButton } from "../../components/copy-button.tsx"
import { Dialog } from "../../components/dialog.tsx"

interface Props {
  token: TokenView
  secret: string | null
  onClose(): void
}

/** Shows a new token, once. Only the button closes it, so that no stray key loses it. */
export function TokenSecret({ token: { id, account }, secret, onClose }: Props) {
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
