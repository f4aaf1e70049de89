import type { OutputOf } from "../../client/contract.ts"
import { commandPlace, atPlace } from "../../terminal/place.ts"
import { line, note, style } from "../../terminal/output.ts"
import { ago, localTime } from "../../terminal/show-time.ts"
import { asTyped } from "../../terminal/typed.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

type MadeToken = OutputOf<"token.create">

/** Says what a new token is good for on standard error, so that only the token itself is on standard output. */
export function tellToken(
  { token, account, secret, first }: MadeToken,
  more: readonly string[] = [],
): string {
  const { name, role, agent, person } = account
  const whose = [
    `role ${role}`,
    ...(agent === null ? [] : [`as ${line(agent)}`]),
    ...(person ? ["a person"] : []),
  ]
  note(
    `${style.green("✓")} ${style.bold(token.id)} is a token of ${style.bold(line(name))} (${whose.join(", ")}), good until ${endOf(token)}`,
  )
  for (const each of more) note(`  ${each}`)
  if (first) for (const each of begins) note(`  ${here(each)}`)
  note(`  ${secret === null ? "It was shown before, and is kept nowhere." : "It is not shown again."}`)
  return secret ?? ""
}

/** When a token ends, in words that follow "until". */
export function endOf({ expiresAt }: MadeToken["token"]): string {
  return expiresAt === null ? "it is revoked" : `${localTime(expiresAt)} (${ago(expiresAt)})`
}

// --- internal ---

const begins = [
  "Authentication is on from now, for you too: `upnext login` keeps the token, or UPNEXT_TOKEN holds it.",
  "`upnext token create --name <name>` makes one for each of the others, and they log in with it. `upnext auth off` ends the asking.",
]

const here = (text: string): string =>
  asTyped(atPlace(text, commandPlace(process.argv.slice(2), process.env, settingsDirectory())))
