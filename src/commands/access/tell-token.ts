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
    `${style.green("✓")} ${style.bold(token.id)} is a token for ${style.bold(line(name))} (${whose.join(", ")}), valid until ${endOf(token)}`,
  )
  for (const each of more) note(`  ${each}`)
  if (first) for (const each of begins) note(`  ${here(each)}`)
  note(
    `  ${secret === null ? "The token was shown before and is not stored." : "The token will not be shown again."}`,
  )
  return secret ?? ""
}

/** When a token ends, in words that follow "until". */
export function endOf({ expiresAt }: MadeToken["token"]): string {
  return expiresAt === null ? "it is revoked" : `${localTime(expiresAt)} (${ago(expiresAt)})`
}

// --- internal ---

const begins = [
  "Authentication is now on, for you too, so store the token with `upnext login` or in UPNEXT_TOKEN.",
  "`upnext token create --name <name>` creates one for another person or agent. `upnext auth off` turns authentication off.",
]

const here = (text: string): string =>
  asTyped(atPlace(text, commandPlace(process.argv.slice(2), process.env, settingsDirectory())))
