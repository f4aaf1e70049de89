import { createHash } from "node:crypto"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { fail } from "../../errors.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { toTaskId } from "../../terminal/input.ts"
import { clean, isTerminal, line, passOn, print, printJson, style } from "../../terminal/output.ts"
import { findFile } from "../files/find-file.ts"
import { saveFile } from "../files/save-file.ts"
import { withClient } from "../../terminal/with-client.ts"

export default define({
  name: "get",
  summary: "Save a task's file to this machine",
  positionals: [{ name: "id" }, { name: "file" }],
  flags: {
    output: {
      kind: "text",
      short: "o",
      value: "path",
      description: "file or directory to save to; - for standard output; default: here, under its own name",
    },
    force: { kind: "boolean", description: "replace an existing file that is there" },
  },
  common: someOfCommon("agent", "url", "home", "token", "json"),
  about: ["Before anything is written, the bytes are compared with the digest stored in the task."],
  examples: [
    ["get T-1 shot.png", "by its name; `files` lists the names"],
    ["get T-1 A-3 -o before.png", "by its id, under another name"],
    ["get T-1 build.log -o -", "to standard output"],
  ],
  async run({ flags, positionals: [word = "", wanted = ""] }) {
    const id = toTaskId(word)
    return withClient(flags, async (client) => {
      const file = await findFile(client, id, wanted)
      const { bytes } = await client.attachment.read({ id, attachment: file.id })
      if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
        fail("attachment_damaged", {
          detail: `The received bytes are not those of ${line(file.name)}. Nothing was written.`,
          facts: { task: id, attachment: file.id },
        })
      const to = typeof flags.output === "string" ? flags.output : undefined
      if (to === "-") {
        await passOn(process.stdout, isTerminal() ? clean(new TextDecoder().decode(bytes)) : bytes)
        return 0
      }
      const path = await saveFile(bytes, { name: file.name, to, force: flags.force === true })
      if (flags.json === true) printJson({ attachment: file, path })
      else print(`${style.green("✓")} ${line(path)} (${byteSize(file.size)})  ${style.dim(file.id)}`)
      return 0
    })
  },
})
