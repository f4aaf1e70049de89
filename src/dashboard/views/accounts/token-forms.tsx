import { useState } from "preact/hooks"
import type { OutputOf } from "../../../client/contract.ts"
import { isSameName } from "../../../domain/wire/names.ts"
import { call } from "../../api/api.ts"
import type { AccountView } from "../../api/types.ts"
import { Field } from "../../components/field.tsx"
import { SelectField } from "../../components/select.tsx"
import { Sending } from "../../components/sending.tsx"
import { useApp } from "../../state/context.ts"
import { AccountInputs, type AccountWishes } from "./account-form.tsx"

type Made = OutputOf<"token.create">

interface FormProps {
  onToken(made: Made): void
  onClose(): void
}

/** Makes a token for an account that there is, or for a new one. */
export function TokenForm(
  props: FormProps & { account: AccountView | null; accounts: readonly AccountView[] },
) {
  const { account, accounts, onToken, onClose } = props
  const [typed, setTyped] = useState("")
  const [fields, setFields] = useState<AccountWishes>({ role: "work", agent: null, person: false })
  const [expires, setExpires] = useState<Expiry>("")
  const name = account?.name ?? typed.trim()
  const isKnown = accounts.some((each) => isSameName(each.name, name))
  return (
    <Sending
      title={account ? `A new token for ${name}` : "A new token"}
      button="Create the token"
      isReady={name !== ""}
      send={() =>
        call("token.create", { account: name, ...(!isKnown && fields), ...(expires && { expires }) })
      }
      onDone={onToken}
      onClose={onClose}
    >
      {!account && (
        <Field
          label="Account"
          name="account"
          value={typed}
          placeholder="A person, a machine or an agent"
          onInput={setTyped}
          autoFocus
        />
      )}
      {isKnown && !account && <p class="muted">This account already exists and does not change.</p>}
      {!isKnown && (
        <AccountInputs fields={fields} onChange={(changes) => setFields({ ...fields, ...changes })} />
      )}
      <ExpiryField value={expires} onChange={setExpires} />
    </Sending>
  )
}

/** Gives an account one new token in place of all it has. */
export function RotateForm({ account: { name }, onToken, onClose }: FormProps & { account: AccountView }) {
  const { store, actions } = useApp()
  const [overlap, setOverlap] = useState<Overlap>("")
  const [expires, setExpires] = useState<Expiry>("")

  function goOn(made: Made) {
    const { access } = store.state
    // The page itself goes on with the new one.
    if (access?.account === name && made.secret !== null) actions.tellToken(made.secret, access)
    onToken(made)
  }

  return (
    <Sending
      title={`Replace all tokens of ${name}`}
      button="Replace the tokens"
      send={() => call("account.rotate", { name, ...(overlap && { overlap }), ...(expires && { expires }) })}
      onDone={goOn}
      onClose={onClose}
    >
      <SelectField
        label="The current tokens expire"
        value={overlap}
        choices={overlaps}
        onChange={(next) => setOverlap(next)}
      />
      <ExpiryField value={expires} onChange={setExpires} />
    </Sending>
  )
}

// --- internal ---

const expiries = [
  ["", "unlimited time"],
  ["1d", "a day"],
  ["30d", "30 days"],
  ["90d", "90 days"],
  ["52w", "a year"],
] as const
type Expiry = (typeof expiries)[number][0]

const overlaps = [
  ["", "in 10 minutes"],
  ["off", "immediately"],
  ["1h", "in an hour"],
  ["1d", "in a day"],
] as const
type Overlap = (typeof overlaps)[number][0]

function ExpiryField({ value, onChange }: { value: Expiry; onChange(value: Expiry): void }) {
  return (
    <SelectField label="The new token is valid for" value={value} choices={expiries} onChange={onChange} />
  )
}
