import { findRunning } from "../home/running.ts"
import { ok, warn, type Check } from "./check.ts"

/** Whether needs reach people, where the configuration says how. */
export const notify: Check = {
  name: "notify",
  async look({ home, config: { notify: targets, publicUrl }, askHealth }) {
    if (!targets) return undefined
    const places = targets.length === 1 ? "1 place" : `${targets.length} places`
    const url = (await findRunning(home).catch(() => undefined))?.holder?.url
    if (url === undefined) return ok(`needs go to ${places} while a server runs`)
    const health = await askHealth(url, 2000).catch(() => undefined)
    // One that does not answer is the finding of another check.
    if (!health) return undefined
    const { notify: said } = health
    if (!said)
      return warn(`${url} sends no needs: it was started without \`notify\`.`, "Restart it.", {
        targets: targets.length,
      })
    if (said.detail !== undefined)
      return warn(said.detail, "`upnext notify test` tries each target and says what came back.", { ...said })
    const link = publicUrl === undefined ? ", without a link: `publicUrl` is not set" : ""
    return ok(`needs go to ${places}${said.isSending ? "" : ", from another server of the board"}${link}`, {
      ...said,
    })
  },
}
