import { style } from "../../terminal/output.ts"
import { ownName } from "../../terminal/own-command.ts"
import { homeArgument, quote } from "../../terminal/typed.ts"

export interface Banner {
  readonly url: string
  readonly dashboardUrl: string
  /** Where other machines reach it. */
  readonly networkUrls?: readonly string[]
  readonly hostedDashboard: string | undefined
  readonly home: string
  /** Without its password. */
  readonly database?: string | undefined
  readonly board?: string | undefined
  readonly token?: string | undefined
  readonly asksForToken: boolean
  /** The log of a server in the background. */
  readonly log?: string | undefined
}

export function banner({
  asksForToken,
  url,
  dashboardUrl,
  networkUrls = [],
  hostedDashboard,
  home,
  database,
  board,
  token,
  log,
}: Banner): string {
  const rows = [
    ["server", style.cyan(url)],
    ["dashboard", style.cyan(dashboardUrl)],
    ...networkUrls.map((address) => ["network", style.cyan(`${address}/dashboard`)]),
    ["hosted", hostedDashboard && style.cyan(hostedDashboard)],
    ["data", database ?? home],
    ["board", board],
    ["log", log],
    [
      "token",
      !token && asksForToken
        ? style.dim("required; commands send the token from UPNEXT_TOKEN or `upnext login`")
        : undefined,
    ],
    [
      "token",
      token &&
        `${style.bold(token)}  ${style.yellow("shown only once: store it with `upnext login` or in UPNEXT_TOKEN")}`,
    ],
  ]
  const lines = rows.flatMap(([name = "", value]) =>
    value ? [`  ${style.dim(name.padEnd(9))}  ${value}`] : [],
  )
  const program = ownName()
  const at = homeArgument(home)
  const secret = token ? `UPNEXT_TOKEN=${quote(token)} ` : ""
  const needed = !token && asksForToken ? ", with UPNEXT_TOKEN set" : ""
  const ways = [
    [`A first task, from another shell${needed}:`, `${secret}${program} add "Try Upnext"${at}`],
    ...(log === undefined ? [] : [["To see the server's log:", `${program} logs${at}`]]),
    [
      log === undefined ? "To stop the server, press Ctrl-C here, or run:" : "To stop the server:",
      `${program} stop${at}`,
    ],
  ].flatMap(([what = "", command = ""]) => [`  ${style.dim(what)}`, `    ${command}`])
  return ["", `  ${style.bold("Upnext is up.")}`, "", ...lines, "", ...ways, ""].join("\n")
}
