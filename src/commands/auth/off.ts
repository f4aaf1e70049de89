import { fail, UpnextError } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { createClient } from "../../terminal/client.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { readSettings } from "../../terminal/settings.ts"
import { boardFlags } from "../access/access-command.ts"
import { findHomeProof } from "../access/home-proof.ts"
import { hidePasswords } from "../start/hide-passwords.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

export default define({
  name: "auth off",
  summary: "Turn authentication off",
  flags: { yes: { kind: "boolean", short: "y", description: "do not ask" }, ...boardFlags },
  common: someOfCommon("agent", "url", "home", "json"),
  about: [
    "This takes read access to the server's data directory or the URL of its database; no token is enough. Accounts and tokens stay, and with the next new token the board asks again.",
  ],
  examples: [
    ["auth off", "after a question: everybody who reaches the server may then do everything"],
    ["auth off --yes", "without asking, as a script must"],
  ],
  async run({ flags }) {
    hidePasswords([flags["database"]])
    const settings = { ...(await readSettings(flags, process.env, settingsDirectory())), token: undefined }
    const proof = await findHomeProof(settings, flags)
    if (!proof)
      fail(
        "needs_home",
        `The data directory ${settings.home} has no key, so it is not that of a server, or not yours.`,
      )
    if (flags["yes"] !== true && !(await isMeant(settings.url))) {
      print("Nothing is changed.")
      return 1
    }
    const actor = settings.agent
    const client = createClient({ ...settings, actor, findProof: () => Promise.resolve(proof) })
    const answer = await client.access.lift()
    if (flags["json"] === true) {
      printJson(answer)
      return 0
    }
    const stillAsks = await asksStrangers(() => createClient(settings).access.read())
    print(
      stillAsks
        ? `${style.yellow("!")} The board asks for no token of an account, but the server still does: for that of UPNEXT_TOKEN, or those of its config.json.`
        : `${style.green("✓")} Authentication is off`,
    )
    return 0
  },
})

// --- internal ---

function isMeant(url: string): Promise<boolean> {
  if (!canAsk())
    fail("invalid_input", {
      detail: "Nothing is changed: there is no terminal to ask on.",
      hint: "Add --yes to do it without a question.",
    })
  return confirm(`Let everybody who reaches ${url} do everything, without a token?`)
}

async function asksStrangers(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return false
  } catch (error) {
    if (error instanceof UpnextError && error.code === "unauthorized") return true
    throw error
  }
}
