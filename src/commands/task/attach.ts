import type { OutputOf } from "../../client/contract.ts"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { fail } from "../../errors.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { toTaskId } from "../../terminal/input.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"
import { readToSend } from "../files/read-file.ts"
import { remark } from "../../terminal/client-command.ts"
import { withClient } from "../../terminal/with-client.ts"

export default define({
  name: "attach",
  summary: "Attach files to a task",
  positionals: [{ name: "id" }, { name: "file", isMany: true }],
  flags: {
    name: { kind: "text", description: "the name to give the file; default: its own" },
    format: { kind: "text", description: "`id` prints only the ids", choices: ["id", "text"] },
  },
  common: someOfCommon("agent", "url", "home", "token", "json"),
  examples: [
    ["attach T-1 shot.png build.log", "two files"],
    ["attach T-1 - --name build.log < out.txt", "from standard input"],
  ],
  async run({ flags, positionals: [word = "", ...paths] }) {
    const id = toTaskId(word)
    const name = typeof flags.name === "string" ? flags.name : undefined
    if (name !== undefined && paths.length > 1)
      fail("invalid_input", {
        detail: "--name applies to a single file.",
        hint: "Attach one file, or leave out --name.",
      })
    return withClient(flags, async (client) => {
      for (const path of paths) {
        const answer = await client.attachment.add({ id, file: await readToSend(path, name) })
        if (flags.json === true) printJson(answer)
        else print(flags.format === "id" ? answer.attachment.id : said(answer))
        if (flags.json !== true) remark(answer)
      }
      return 0
    })
  },
})

// --- internal ---

function said({ attachment }: OutputOf<"attachment.add">): string {
  const { taskId, name, size, id } = attachment
  return `${style.green("✓")} ${style.bold(taskId)} has the file ${line(name)} (${byteSize(size)})  ${style.dim(id)}`
}
