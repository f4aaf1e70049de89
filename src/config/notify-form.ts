import { isIP } from "node:net"
import { isMe } from "../domain/wire/names.ts"

/** Where needs are sent as they come up. */
export interface NotifyTarget {
  /** Who knows it may write there, so it is a secret: only its host is ever shown. */
  readonly url: string
  readonly format: "webhook" | "ntfy" | "slack" | "discord"
  /** Signs what is sent to a webhook: `whsec_` and base64. */
  readonly secret?: string
  /** Whose needs are sent; absent: those that are for anyone. */
  readonly who?: string
}

/** @param refuse its text holds no part of a URL or a secret */
export function parseNotify(value: unknown, refuse: (problem: string) => never): readonly NotifyTarget[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 20)
    return refuse('expected 1 to 20 entries such as [{"url": "https://…", "format": "ntfy"}]')
  return value.map((entry: unknown, i) =>
    parseTarget(entry, (problem) => refuse(value.length === 1 ? problem : `entry ${i + 1}: ${problem}`)),
  )
}

// --- internal ---

const formats = ["webhook", "ntfy", "slack", "discord"] as const

function parseTarget(entry: unknown, refuse: (problem: string) => never): NotifyTarget {
  const { url, format, secret, who, ...others } = (entry ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    refuse(`unknown key ${JSON.stringify(unknown)}; the keys are url, format, secret and who`)
  const found = formats.find((each) => each === format)
  if (found === undefined) return refuse("format is webhook, ntfy, slack or discord")
  const parsed = parseUrl(url, refuse)
  if (found === "ntfy" && !/\/[\w-]{1,64}$/.test(parsed.pathname))
    refuse("an ntfy URL ends with a topic: 1 to 64 letters, digits, _ and -")
  if (secret !== undefined && found !== "webhook") refuse("only the webhook format takes a secret")
  if (secret !== undefined && !(typeof secret === "string" && isSecret(secret)))
    return refuse("a secret is whsec_ followed by 24 to 64 bytes in base64")
  if (who !== undefined && !(typeof who === "string" && who.trim() !== "" && who.length <= 64 && !isMe(who)))
    return refuse("who is a name of at most 64 characters")
  return {
    url: parsed.href,
    format: found,
    ...(secret !== undefined && { secret }),
    ...(who !== undefined && { who }),
  }
}

function parseUrl(url: unknown, refuse: (problem: string) => never): URL {
  if (typeof url !== "string" || !URL.canParse(url)) return refuse("url is a URL that begins with https://")
  const parsed = new URL(url)
  const { protocol, username, password, hostname } = parsed
  if (username !== "" || password !== "") refuse("the URL must not contain a user name or password")
  const isAddress = hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0
  if (protocol === "https:" || (protocol === "http:" && isAddress)) return parsed
  if (protocol === "http:")
    return refuse("a host name requires https://; http:// requires an IP address or localhost")
  return refuse("url is a URL that begins with https://")
}

function isSecret(secret: string): boolean {
  const [, text = ""] = /^whsec_([A-Za-z\d+/]{32,}={0,2})$/.exec(secret) ?? []
  const { length } = Buffer.from(text, "base64")
  return length >= 24 && length <= 64
}
