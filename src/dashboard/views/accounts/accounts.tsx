import { useState } from "preact/hooks"
import { Button } from "../../components/button.tsx"
import { Changing } from "../../components/changing.tsx"
import { placesFor } from "../../components/places.ts"
import { Refused } from "../../components/refused.tsx"
import { Page } from "../../page/page.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import type { State } from "../../state/state.ts"
import { AccountRow } from "./account-row.tsx"
import { AccountDialog, type AccountQuestion } from "./account-dialog.tsx"
import { callNow } from "../../api/api.ts"
import { useRead } from "../../reads/use-read.ts"

/** Who may do something on a board that asks who is there, and the tokens they show it with. */
export function Accounts({ state }: ViewProps) {
  const isOpen = placesFor(state).some(({ id }) => id === "accounts")
  return isOpen ? <AccountList /> : <NoAccounts state={state} />
}

// --- internal ---

function NoAccounts({ state: { access } }: { state: State }) {
  const isOpenBoard = access !== null && !access.required
  return (
    <Page title="Accounts" lead={access === null && "Loading"}>
      {isOpenBoard && (
        <p class="nothing">
          Authentication is off. To turn it on, create the first token: run <code>upnext token create</code>{" "}
          on the server's machine.
        </p>
      )}
      {access?.required && (
        <p class="nothing">Accounts and tokens require the role admin. Yours is {access.role}.</p>
      )}
    </Page>
  )
}

function AccountList() {
  const { value, refusal } = useAccounts()
  const [asked, ask] = useState<AccountQuestion | null>(null)
  const accounts = value?.accounts ?? []
  return (
    <Page
      title="Accounts"
      lead={value === null ? "Loading" : "People, machines and agents with access, and their tokens"}
      actions={
        <Changing operation="token.create">
          <Button icon="plus" text="New token" onClick={() => ask({ kind: "create", account: null })} />
        </Changing>
      }
    >
      <Refused outcome={refusal && { refusal }} />
      {value && accounts.length === 0 && (
        <p class="nothing">None yet. The tokens in use come from the server's configuration.</p>
      )}
      <ul class="rows">
        {accounts.map((account) => (
          <AccountRow
            key={account.name}
            account={account}
            tokens={value?.tokens.filter((token) => token.account === account.name) ?? []}
            onAsk={ask}
          />
        ))}
      </ul>
      {asked && <AccountDialog asked={asked} accounts={accounts} onAsk={ask} />}
    </Page>
  )
}

/** When a token was used last, no event tells. In ms. */
const oftenMs = 15_000

/** Every account and every token. They are of the present, also while a moment of the past is shown. */
function useAccounts() {
  return useRead("accounts", readAccounts, {
    isAbout: ({ type }) => /^(?:account|token|access)\./.test(type),
    every: oftenMs,
  })
}

async function readAccounts() {
  const [accounts, tokens] = await Promise.all([callNow("account.list", {}), callNow("token.list", {})])
  if ("refusal" in accounts) return accounts
  if ("refusal" in tokens) return tokens
  return { value: { ...accounts.value, ...tokens.value }, seq: accounts.seq }
}
