import { someOfCommon } from "../terminal/common-flags.ts"
import { credentialsPath } from "../terminal/credentials.ts"
import { define } from "../terminal/define.ts"
import { print, printJson, style } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { forgetCredential } from "./login/keep.ts"
import { inPlaceOfUrl } from "./login/url-word.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "logout",
  summary: "Forget the token stored for this server",
  positionals: [{ name: "url", optional: true }],
  flags: {},
  common: someOfCommon("url", "home", "json"),
  examples: [["logout https://board.example", "the token itself stays valid until it is revoked"]],
  async run({ flags, positionals: [word] }) {
    const { UPNEXT_TOKEN: _, ...env } = process.env
    const { url } = await readSettings(inPlaceOfUrl(flags, word), env, settingsDirectory(), {
      question: "passes",
    })
    const forgotten = await forgetCredential(credentialsPath(process.env), url)
    if (flags.json === true) printJson({ url, forgotten })
    else if (forgotten) print(`${style.green("✓")} Removed the token for ${url}.`)
    else print(`No token is stored for ${url}.`)
    return 0
  },
})
