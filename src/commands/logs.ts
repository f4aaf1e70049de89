import { fail } from "../errors.ts"
import { ownHome } from "../machine/own-home.ts"
import { serverLogPath } from "../server-log/file.ts"
import { followLog, readTail } from "../server-log/read.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { cleanOutput, print } from "../terminal/output.ts"
import { createLines } from "../attempts/processes/tail.ts"

export default define({
  name: "logs",
  summary: "Show the background server's log",
  flags: {
    lines: { kind: "number", short: "n", description: "how many lines to show from the end, default 50" },
    follow: { kind: "boolean", short: "f", description: "keep showing new lines, until Ctrl-C" },
    home: homeFlag,
  },
  examples: [
    ["logs", "the log's last lines"],
    ["logs --follow --lines 0", "only new lines"],
  ],
  about: [
    "`upnext start --detach` writes the log to `logs/server.log` in the data directory. Five files of 1 MiB are kept.",
  ],
  async run({ flags }) {
    const home = ownHome(flags, process.env)
    const count = typeof flags.lines === "number" ? flags.lines : 50
    if (!Number.isInteger(count) || count < 0) failCount(count)
    const path = serverLogPath(home)
    const tail = await readTail(path, count)
    if (!tail) return failMissing(path)
    const show = (line: string) => print(cleanOutput(line))
    tail.lines.forEach(show)
    if (flags.follow !== true) return 0
    const lines = createLines(show)
    for await (const part of followLog(path, tail.end)) lines.push(part)
    return 0
  },
})

// --- internal ---

function failCount(count: number): never {
  fail("invalid_input", {
    detail: `--lines must be a whole number of at least 0, not ${count}.`,
    hint: "Use digits, for example --lines 200.",
  })
}

function failMissing(path: string): never {
  fail("not_found", {
    detail: `There is no log at ${path}.`,
    hint: "`upnext start --detach` writes a log. A server running in a terminal logs to that terminal.",
  })
}
