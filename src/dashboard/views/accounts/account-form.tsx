import { useState } from "preact/hooks"
import { roles } from "../../../domain/wire/access/access.ts"
import { call } from "../../api/api.ts"
import type { AccountView } from "../../api/types.ts"
import { Check } from "../../components/check.tsx"
import { Field } from "../../components/field.tsx"
import { SelectField } from "../../components/select.tsx"
import { Sending } from "../../components/sending.tsx"
import { useAgents } from "../../components/sources.tsx"
import { roleWords } from "../../words/role-words.ts"

/** What may be said of an account beside its name. */
export type AccountWishes = Pick<AccountView, "role" | "agent" | "person">

export function AccountForm({ account, onClose }: { account: AccountView; onClose(): void }) {
  const [fields, setFields] = useState<AccountWishes>(account)
  const { name } = account
  const { role, agent, person } = fields
  return (
    <Sending
      title={`The account ${name}`}
      button="Save"
      send={() => call("account.edit", { name, role, agent, person })}
      said={() => `The account ${name} has the role ${role}.`}
      onClose={onClose}
    >
      <AccountInputs fields={fields} onChange={(changes) => setFields({ ...fields, ...changes })} />
    </Sending>
  )
}

export function AccountInputs(props: {
  fields: AccountWishes
  onChange(changes: Partial<AccountWishes>): void
}) {
  const { fields, onChange } = props
  return (
    <>
      <SelectField
        label="Role"
        value={fields.role}
        choices={roles.map((role) => [role, `${role}: ${roleWords[role]}`] as const)}
        onChange={(role) => onChange({ role })}
      />
      <Field
        label="Acts as"
        name="agent"
        value={fields.agent ?? ""}
        placeholder={fields.role === "work" ? "An agent with the account's name" : "Any agent"}
        from={useAgents}
        onInput={(agent) => onChange({ agent: agent.trim() === "" ? null : agent })}
      />
      <Check
        label="A person uses this account"
        isOn={fields.person}
        onChange={(person) => onChange({ person })}
      />
    </>
  )
}
