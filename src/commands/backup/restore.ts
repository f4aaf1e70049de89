import { resolve } from "node:path"
import { ownHome } from "../../machine/own-home.ts"
import { homeFlag } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { inLocalTime } from "../../terminal/show-time.ts"
import { quote } from "../../terminal/typed.ts"

export default define({
  name: "backup restore",
  summary: "Create a data directory from a backup",
  positionals: [{ name: "file" }],
  flags: {
    home: {
      ...homeFlag,
      description: "a new or empty data directory (UPNEXT_HOME), default ~/.upnext",
    },
    "keep-tokens": { kind: "boolean", description: "keep existing access tokens valid" },
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [
    ["backup restore board.tar.gz --home ./board", "a new data directory; nothing is ever overwritten"],
    ["backup restore board.tar.gz --home ./board --keep-tokens", "the board's accounts keep their tokens"],
  ],
  about: [
    "Everything is verified before the data directory is created. The board gets a new id and a new key, so tasks that were held must be claimed again. Earlier tokens become invalid unless --keep-tokens is given.",
  ],
  async run({ flags, positionals: [file = ""] }) {
    const { restore } = await import("../server-parts.ts")
    const { restoreBackup } = await restore()
    const home = ownHome(flags, process.env)
    const keepTokens = flags["keep-tokens"] === true
    const restored = await restoreBackup({ file: resolve(file), home, keepTokens })
    if (flags.json === true) printJson({ home, ...restored, keepsTokens: keepTokens })
    else {
      const { seq, commits, at, leftOut } = restored
      print(
        inLocalTime(
          `${style.green("✓")} Restored ${seq} events in ${commits} commits to ${home}, as they were at ${at}.`,
        ),
      )
      if (leftOut.length > 0)
        print(
          style.dim(
            `These settings were left out of config.json because they give others access or write elsewhere: ${leftOut.join(", ")}.`,
          ),
        )
      if (!keepTokens) print(style.dim("Earlier tokens are no longer valid."))
      print(style.dim(`Start the server: upnext start --home ${quote(home)}`))
    }
    return 0
  },
})
