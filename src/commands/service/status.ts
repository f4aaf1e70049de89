import { existsSync } from "node:fs"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { hanging } from "../../terminal/wrap.ts"
import { serviceManager } from "./manager.ts"

export default define({
  name: "service status",
  summary: "Show whether the service is installed and running",
  flags: { json: { kind: "boolean", description: "print the status as JSON" } },
  examples: [["service status", "exit status 1 unless it is running"]],
  run({ flags }) {
    const manager = serviceManager(process.platform, process.env)
    const { name, path } = manager
    const installed = existsSync(path)
    const running = installed && manager.isActive()
    if (flags.json === true) printJson({ manager: name, path, installed, running })
    else if (!installed) print(hanging(`Not installed: ${path} does not exist.`, 0))
    else {
      const found = running
        ? `It is running (${path}).`
        : `The service is installed, but not running (${path}). \`upnext logs\` may say why.`
      print(`${running ? style.green("✓") : style.yellow("!")} ${hanging(found, 2)}`)
    }
    return Promise.resolve(running ? 0 : 1)
  },
})
