import { resolve } from "node:path"
import { boardFlag, homeFlag } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { quote } from "../../terminal/typed.ts"
import { hidePasswords } from "../start/hide-passwords.ts"

export default define({
  name: "backup create",
  summary: "Copy the whole board into an archive, even while its server is running",
  positionals: [{ name: "file.tar.gz or directory" }],
  flags: {
    force: { kind: "boolean", description: "replace an existing file" },
    "no-key": { kind: "boolean", description: "leave out the board's key" },
    home: homeFlag,
    database: {
      kind: "text",
      description: "the board's database (UPNEXT_DATABASE), default: the data directory",
    },
    board: boardFlag,
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [
    ["backup create board.tar.gz", "`create` may be left out"],
    ["backup /mnt/backups", "into a directory, under a name made from the time and the last event"],
    ["backup restore board.tar.gz --home ./board", "back into a new data directory"],
  ],
  about: [
    "The archive contains every change acknowledged before the backup began. The archive is read back and verified before it gets its final name. Keep the archive as secret as the data directory, because it contains the key and the configuration.",
  ],
  async run({ flags, positionals: [to = ""] }) {
    hidePasswords([flags.database])
    const { config, backup } = await import("../server-parts.ts")
    const { loadConfig } = await config()
    const { backUp } = await backup()
    const made = await backUp({
      config: await loadConfig({ flags, env: process.env }),
      to: resolve(to),
      force: flags.force === true,
      withKey: flags["no-key"] !== true,
    })
    if (flags.json === true) printJson({ ...made })
    else {
      const { path, seq, commits, bytes, sha256 } = made
      print(`${style.green("✓")} Backed up ${seq} events in ${commits} commits to ${path} (${bytes} bytes).`)
      print(style.dim(`sha256 ${sha256}`))
      print(
        style.dim(
          `Keep it secret. Restore the archive: upnext backup restore ${quote(path)} --home <directory>`,
        ),
      )
    }
    return 0
  },
})
