import type { AccountView, TokenView } from "../../api/types.ts"
import { Avatar } from "../../components/avatar.tsx"
import { Changing } from "../../components/changing.tsx"
import { Isolated } from "../../components/isolated.tsx"
import { Menu } from "../../components/menu.tsx"
import { full, moment } from "../../words/format.ts"
import { roleWords } from "../../words/role-words.ts"
import type { AccountQuestion } from "./account-dialog.tsx"
import { Ago } from "../../components/ago.tsx"

interface Props {
  account: AccountView
  tokens: readonly TokenView[]
  onAsk(asked: AccountQuestion): void
}

/** An account, what it may do, and its tokens. */
export function AccountRow({ account, tokens, onAsk }: Props) {
  const { name, role, agent, person } = account
  return (
    <li class="account" aria-label={name}>
      <div class="account-who">
        <Avatar name={name} isPerson={person} />
        <div>
          <strong dir="auto">{name}</strong>
          <span class="muted">
            {role}
            {person && ", a person"}
            <Isolated before=", acts as " text={agent} />: {roleWords[role]}
          </span>
        </div>
      </div>
      <ul class="tokens" aria-label={`Tokens of ${name}`}>
        {tokens.map((token) => (
          <Token key={token.id} token={token} onAsk={onAsk} />
        ))}
        {tokens.length === 0 && <li class="muted">No token, so nobody can use it</li>}
      </ul>
      <Changing operation="account.edit">
        <Menu
          label={`More for ${name}`}
          choices={[
            { name: "New token", choose: () => onAsk({ kind: "create", account }) },
            { name: "Replace all tokens", choose: () => onAsk({ kind: "rotate", account }) },
            { name: "Edit", choose: () => onAsk({ kind: "edit", account }) },
            { name: "Delete", choose: () => onAsk({ kind: "delete", account }) },
          ]}
        />
      </Changing>
    </li>
  )
}

// --- internal ---

function Token({ token, onAsk }: { token: TokenView } & Pick<Props, "onAsk">) {
  const { id, createdAt, expiresAt, expired, lastUsedAt } = token
  return (
    <li class={expired ? "token is-expired" : "token"} aria-label={id}>
      <span class="id">{id}</span>
      <span class="muted">
        created <Ago at={createdAt} />
        {"\u00a0· "}
        {expiresAt === null ? (
          "until revoked"
        ) : (
          <time dateTime={expiresAt} title={full(expiresAt)}>
            {expired ? "ended" : "until"} {moment(expiresAt)}
          </time>
        )}
        {"\u00a0· "}
        <Ago at={lastUsedAt} before="used " none="not used since the server started" />
      </span>
      <Changing operation="token.revoke">
        <button
          type="button"
          class="quiet"
          aria-label={`Revoke ${id}`}
          onClick={() => onAsk({ kind: "revoke", token })}
        >
          Revoke
        </button>
      </Changing>
    </li>
  )
}
