import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"

export type ShownAccount = OutputOf<"account.read">["account"]

export function accountTable(accounts: readonly ShownAccount[]): string {
  return table(accounts, [
    { title: "NAME", text: ({ name }) => name, paint: style.bold, shrinks: true },
    { title: "ROLE", text: ({ role }) => role },
    { title: "ACTS AS", text: actsAs, shrinks: true },
    { title: "PERSON", text: ({ person }) => (person ? "yes" : "-") },
    { title: "TOKENS", text: ({ tokens }) => String(tokens) },
    { title: "SINCE", text: ({ createdAt }) => ago(createdAt), paint: style.dim },
  ])
}

export function accountCard(account: ShownAccount): string {
  const { name, role, person, tokens, createdAt } = account
  const facts = [
    ["role", role],
    ["acts as", actsAs(account)],
    ["person", person ? "yes" : "no"],
    ["tokens", `${tokens}  ${style.dim("`upnext token list` shows them")}`],
    ["since", ago(createdAt)],
  ].map(([title = "", value = ""]) => `  ${style.dim(title.padEnd(8))}  ${value}`)
  return [style.bold(line(name)), ...facts].join("\n")
}

/** `✓ ci is there: role work, acts as ann`. */
export function accountLine(account: ShownAccount, what: string): string {
  const kind = account.person ? ", a person" : ""
  return `${style.green("✓")} ${style.bold(line(account.name))} ${what}: role ${account.role}${kind}, acts as ${actsAs(account)}`
}

// --- internal ---

/** With the role `work` an account without an agent acts under its own name; with more it acts as anybody. */
function actsAs({ name, role, agent }: ShownAccount): string {
  if (role === "manage" || role === "admin") return "anybody"
  return role === "read" ? "nobody" : line(agent ?? name)
}
