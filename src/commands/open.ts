import { createClient } from "../terminal/client.ts"
import { UpnextError } from "../errors.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { print, printJson, style } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "open",
  summary: "Open the dashboard, or the page of a task, in the browser",
  positionals: [{ name: "id", optional: true }],
  flags: { print: { kind: "boolean", description: "only print the address" } },
  common: someOfCommon("url", "token", "home", "json"),
  examples: [
    ["open", "prints the address if there is no browser"],
    ["open T-7", "with this task open"],
    ["open --print", "prints the address for another program"],
  ],
  async run({ flags, positionals: [id] }) {
    const settings = await readSettings(flags, process.env, settingsDirectory())
    const task = id === undefined ? undefined : toTaskId(id).toUpperCase()
    const client = createClient({ ...settings, timeout: 5000 })
    await client.health()
    if (task !== undefined) await client.task.read({ id: task }).catch(allowUnauthorized)
    const url = `${settings.url}/dashboard${task === undefined ? "" : `/tasks/${task}`}`
    const { openInBrowser } = await import("../terminal/browser.ts")
    const opened = flags.print !== true && (await openInBrowser(url))
    if (flags.json === true) printJson({ url, opened })
    else print(opened ? `${style.green("✓")} Opened ${url}` : url)
    return 0
  },
})

// --- internal ---

/** The page asks for the token itself, because a token never appears in an address. */
function allowUnauthorized(error: unknown): void {
  if (!(error instanceof UpnextError) || error.code !== "unauthorized") throw error
}
