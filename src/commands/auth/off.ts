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
    "Requires read access to the server's data directory, or the URL of its database; a token is not enough. Accounts and tokens stay. The next new token turns authentication on again.",
  ],
  examples: [
    ["auth off", "asks first, because afterwards anyone who can reach the server may do anything"],
    ["auth off --yes", "without asking, for scripts"],
  ],
  async run({ flags }) {
    hidePasswords([flags["database"]])
    const settings = { ...(await readSettings(flags, process.env, settingsDirectory())), token: undefined }
    const proof = await findHomeProof(settings, flags)
    if (!proof)
      fail(
        "needs_home",
        `The data directory ${settings.home} has no key that you can read. The directory is not a server's data directory, or it belongs to another user.`,
      )
    if (flags["yes"] !== true && !(await isMeant(settings.url))) {
      print("Nothing was changed.")
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
        ? `${style.yellow("!")} The board no longer requires an account's token, but the server still requires the one in UPNEXT_TOKEN or its config.json.`
        : `${style.green("✓")} Authentication is off`,
    )
    return 0
  },
})

// --- internal ---

function isMeant(url: string): Promise<boolean> {
  if (!canAsk())
    fail("invalid_input", {
      detail: "Nothing was changed: there is no terminal to ask in.",
      hint: "Add --yes to skip the question.",
    })
  return confirm(`Let everyone who can reach ${url} do everything, without a token?`)
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
