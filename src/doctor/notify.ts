import { findRunning } from "../home/running.ts"
import { ok, warn, type Check } from "./check.ts"

/** Whether notifications of needs reach people in the configured way. */
export const notify: Check = {
  name: "notify",
  async look({ home, config: { notify: targets, publicUrl }, askHealth }) {
    if (!targets) return undefined
    const places = targets.length === 1 ? "1 place" : `${targets.length} places`
    const url = (await findRunning(home).catch(() => undefined))?.holder?.url
    if (url === undefined)
      return ok(`while a server is running, notifications of needs are sent to ${places}`)
    const health = await askHealth(url, 2000).catch(() => undefined)
    // A server that does not answer is reported by another check.
    if (!health) return undefined
    const { notify: said } = health
    if (!said)
      return warn(
        `${url} does not send notifications, because it was started without \`notify\`.`,
        "Restart it.",
        {
          targets: targets.length,
        },
      )
    if (said.detail !== undefined)
      return warn(said.detail, "`upnext notify test` tries each target and shows the response.", { ...said })
    const link = publicUrl === undefined ? ", without a link because `publicUrl` is not set" : ""
    return ok(
      `notifications of needs are sent to ${places}${said.isSending ? "" : ", by another server of the board"}${link}`,
      {
        ...said,
      },
    )
  },
}
