import { existsSync } from "node:fs"
import { rm } from "node:fs/promises"
import { define } from "../../terminal/define.ts"
import { print, printJson, style } from "../../terminal/output.ts"
import { serviceManager } from "./manager.ts"

export default define({
  name: "service uninstall",
  summary: "Stop the service and remove its file; the data directory stays as it is",
  flags: { json: { kind: "boolean", description: "print what was done, as JSON" } },
  examples: [["service uninstall", "the board and the log stay"]],
  async run({ flags }) {
    const manager = serviceManager(process.platform, process.env)
    const { path } = manager
    const isThere = existsSync(path)
    if (isThere) {
      manager.requireRunning()
      manager.disable()
      await rm(path, { force: true })
      manager.forget()
    }
    if (flags.json === true) printJson({ uninstalled: isThere, path })
    else
      print(isThere ? `${style.green("✓")} Removed ${path}.` : `There is no service: ${path} does not exist.`)
    return 0
  },
})
