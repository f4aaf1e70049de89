import { isatty } from "node:tty"
import { createClient } from "../terminal/client.ts"
import type { OutputOf } from "../client/contract.ts"
import { fail, UpnextError } from "../errors.ts"
import { readStdin } from "../machine/text.ts"
import { askHidden } from "../terminal/ask.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { credentialsPath } from "../terminal/credentials.ts"
import { define } from "../terminal/define.ts"
import { line, note, print, printJson, style } from "../terminal/output.ts"
import { notePlainHttp } from "../terminal/plain-http.ts"
import { readSettings } from "../terminal/settings.ts"
import { keepCredential } from "./login/keep.ts"
import { inPlaceOfUrl } from "./login/url-word.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "login",
  summary: "Store a token that your commands then send to this server",
  positionals: [{ name: "url", optional: true }],
  flags: {},
  common: someOfCommon("url", "home", "json"),
  about: [
    "The command reads the token from standard input; a terminal does not show it as you type. The token is tried first and stored only if the server accepts it. The token is stored in ~/.config/upnext/credentials.json, which only you can read, and is used only for this URL. --token and UPNEXT_TOKEN take precedence.",
  ],
  examples: [
    ["login https://board.example", "asks for the token"],
    ["login https://board.example < token.txt", "exit status 1 if the server does not accept it"],
  ],
  async run({ flags, positionals: [word] }) {
    const { UPNEXT_TOKEN, ...env } = process.env
    const settings = await readSettings(inPlaceOfUrl(flags, word), env, settingsDirectory(), {
      question: "passes",
    })
    const { url, homeCheck } = settings
    if (!(await settings.isUrlTrusted())) failUntrusted(url, settings.urlSource)
    const access = (token?: string) =>
      createClient({ url, homeCheck, token })
        .access.read()
        .then((answer) => answer.access)
    const open = await access().catch(unlessAsked)
    if (open) {
      if (flags.json === true) printJson({ url, kept: false, access: open })
      else print(`Authentication is off at ${url}, so there is no token to store.`)
      return 0
    }
    const token = checkToken(await readToken(url))
    notePlainHttp({ url, token }, env)
    const who = await access(token)
    const path = credentialsPath(env)
    await keepCredential(path, url, { token, ...namesOf(who) })
    if (flags.json === true) printJson({ url, kept: true, path, access: who })
    else print(`${style.green("✓")} Your commands send this token to ${url} from now on${toWhom(who)}.`)
    if (UPNEXT_TOKEN) note("UPNEXT_TOKEN is set in this shell, and takes precedence.")
    return 0
  },
})

// --- internal ---

type Bearer = OutputOf<"access.read">["access"]

function unlessAsked(error: unknown): undefined {
  if (!(error instanceof UpnextError) || error.code !== "unauthorized") throw error
  return undefined
}

/** A cloned repository must not get a token by naming its own server. */
function failUntrusted(url: string, source: string): never {
  fail("invalid_input", {
    detail: `The URL ${url} comes only from ${source}, and someone else may have written that file.`,
    hint: `If you trust this server: \`upnext login --url ${url}\`.`,
  })
}

async function readToken(url: string): Promise<string> {
  return isatty(0) ? askHidden(`Token for ${url}: `) : readStdin()
}

function checkToken(text: string): string {
  const token = text.trim()
  if (/^[\w.~+/=-]+$/.test(token)) return token
  return fail("invalid_input", {
    detail: token === "" ? "There is no token on standard input." : "That is not a token.",
    hint: "A token is one word of letters, digits and . ~ + / = _ -. Ask an admin of the board for a token.",
  })
}

/** An account that may only do its own work acts under its own name where no agent is named. */
function namesOf({ account, agent, role }: Bearer): { account?: string; agent?: string } {
  const own = agent ?? (role === "work" ? account : null)
  return { ...(account !== null && { account }), ...(own !== null && { agent: own }) }
}

function toWhom({ account, role }: Bearer): string {
  const words = [account === null ? "" : ` as ${line(account)}`, role === null ? "" : ` (${role})`]
  return words.join("")
}
