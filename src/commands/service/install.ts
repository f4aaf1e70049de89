import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Config } from "../../config/config.ts"
import { withoutPassword } from "../../storage/database-url.ts"
import { fail } from "../../errors.ts"
import { openServerLog, serverLogPath } from "../../server-log/file.ts"
import { define } from "../../terminal/define.ts"
import { note, print, printJson, style } from "../../terminal/output.ts"
import { ownCommand } from "../../terminal/own-command.ts"
import { specOf } from "../../terminal/spec.ts"
import start from "../start.ts"
import { toWords } from "../start/flags.ts"
import { ownMark } from "./definition.ts"
import { serviceManager } from "./manager.ts"

/** What `start` takes and a service does not. */
const ofTerminal = ["detach", "reconfigure", "first-token", "json"]

const flagsOfServer = Object.fromEntries(
  Object.entries(specOf(start)?.flags ?? {}).filter(([name]) => !ofTerminal.includes(name)),
)

export default define({
  name: "service install",
  summary: "Start the server now and at each login, and restart it if it fails",
  flags: {
    ...flagsOfServer,
    print: { kind: "boolean", description: "only show the file that would be written" },
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [
    ["service install", "with the settings in the data directory's config.json"],
    ["service install --port 5000 --log json", "these flags are kept"],
    ["service install --print", "changes nothing"],
  ],
  about: [
    "Installs a systemd user unit or a launchd agent. The command writes only in your own folders. The service keeps the given data directory and flags, but does not inherit the shell's other variables.",
  ],
  async run({ flags }) {
    const { UPNEXT_HOME } = process.env
    const parts = await import("../server-parts.ts")
    const { loadConfig } = await parts.config()
    const config = await loadConfig({
      flags: { ...flags, ...(flags["no-auth"] === true && { auth: false }) },
      env: { UPNEXT_HOME },
    })
    const { needsToken } = await parts.boardSettings()
    const takesToken = needsToken(config) && config.tokens.length === 0
    check(config, flags.database, takesToken)
    const manager = serviceManager(process.platform, process.env)
    const { path } = manager
    const command = [
      ...ownCommand(),
      "start",
      `--home=${config.home}`,
      ...toWords(flags, ["home", "print", "json"]),
    ]
    const content = manager.render({ command, log: serverLogPath(config.home) })
    if (flags.print === true) {
      if (flags.json === true) printJson({ path, content })
      else print(content.trimEnd())
      return 0
    }
    manager.requireRunning()
    await requireOwn(path)
    ;(await openServerLog(config.home)).close()
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content, { mode: 0o600 })
    manager.enable()
    if (takesToken)
      note("The server serves other machines only if its board has a token; otherwise `upnext logs` says so.")
    if (flags.json === true) printJson({ installed: true, path, home: config.home })
    else {
      print(`${style.green("✓")} ${manager.name} runs the server now and at each login (${path}).`)
      print(style.dim("`upnext service status` shows its state; `upnext logs` shows its log."))
    }
    return 0
  },
})

// --- internal ---

/** Other users can read the command of a process, and the output of a service is not shown. */
function check({ home, host, database: kept }: Config, database: unknown, takesToken: boolean): void {
  if (typeof database === "string" && withoutPassword(database) !== database)
    fail("invalid_input", {
      detail: "The database URL contains a password, and others can read a service's command.",
      hint: "Put the URL in the data directory's config.json as `database`, and leave --database out.",
    })
  // Of a board that is there, only the server knows whether it has one.
  if (takesToken && kept === undefined && !existsSync(join(home, "data")))
    fail("invalid_config", {
      detail: "A server that others can reach needs a token, and a service has nowhere to show a new one.",
      hint: `\`upnext start --host ${host} --first-token\` creates a token and shows it once; install the service after that.`,
    })
}

async function requireOwn(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => ownMark)
  if (text.includes(ownMark)) return
  fail("board_exists", {
    detail: `${path} already exists, and this command did not write it.`,
    hint: "Look at the file, and move it away if you do not need it.",
  })
}
