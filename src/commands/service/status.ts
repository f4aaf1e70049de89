import { existsSync } from "node:fs"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { hanging } from "../../terminal/wrap.ts"
import { serviceManager } from "./manager.ts"

export default define({
  name: "service status",
  summary: "Whether the service is installed and runs",
  flags: { json: { kind: "boolean", description: "print it as JSON" } },
  examples: [["service status", "exit status 1 unless it runs"]],
  run({ flags }) {
    const manager = serviceManager(process.platform, process.env)
    const { name, path } = manager
    const installed = existsSync(path)
    const running = installed && manager.isActive()
    if (flags.json === true) printJson({ manager: name, path, installed, running })
    else if (!installed) print(hanging(`Not installed: ${path} is not there.`, 0))
    else {
      const found = running
        ? `It runs (${path}).`
        : `It is installed, and does not run (${path}). \`upnext logs\` may say why.`
      print(`${running ? style.green("✓") : style.yellow("!")} ${hanging(found, 2)}`)
    }
    return Promise.resolve(running ? 0 : 1)
  },
})
