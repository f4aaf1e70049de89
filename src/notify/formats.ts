import { createHmac } from "node:crypto"
import type { NotifyTarget } from "../config/notify-form.ts"
import { headOf, textOf, type NeedMessage } from "./message.ts"

/** A POST that is about to be sent. */
export interface NotifyRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** @param now in ms since 1970: the time of this try */
export function requestFor(target: NotifyTarget, message: NeedMessage, now: number): NotifyRequest {
  const { url, format } = target
  switch (format) {
    case "webhook":
      return toWebhook(target, message, now)
    case "ntfy":
      return toNtfy(url, message)
    case "slack":
      return toJson(url, { text: textOf(message, { most: 4000, escape: forSlack }), ...plainSlack })
    case "discord":
      return toJson(url, { content: textOf(message, { most: 2000, escape: forDiscord }), ...plainDiscord })
  }
}

/** @param secret `whsec_` and the key in base64 */
export function signWebhook(
  secret: string,
  { id, stamp, body }: { readonly id: string; readonly stamp: string; readonly body: string },
): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  return `v1,${createHmac("sha256", key).update(`${id}.${stamp}.${body}`).digest("base64")}`
}

// --- internal ---

const toJson = (url: string, body: object, headers: NotifyRequest["headers"] = {}): NotifyRequest => ({
  url,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
})

/** Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
function toWebhook({ url, secret }: NotifyTarget, message: NeedMessage, now: number): NotifyRequest {
  const { id, type, board, needs, more } = message
  const body = {
    type,
    timestamp: new Date(now).toISOString(),
    data: { board, needs, ...(more > 0 && { more }) },
  }
  const stamp = String(Math.floor(now / 1000))
  const plain = toJson(url, body, { "webhook-id": id, "webhook-timestamp": stamp })
  if (secret === undefined) return plain
  const signature = signWebhook(secret, { id, stamp, body: plain.body })
  return { ...plain, headers: { ...plain.headers, "webhook-signature": signature } }
}

/** ntfy takes JSON at its root, and a message of more than 4096 bytes becomes a file: 1300 units are at most 3900 bytes. */
function toNtfy(url: string, message: NeedMessage): NotifyRequest {
  const { pathname, search } = new URL(url)
  const [topic = ""] = pathname.split("/").slice(-1)
  const [first] = message.needs
  const urgent = Math.min(...message.needs.map(({ priority }) => Number(priority.slice(1))))
  return toJson(new URL(`.${search}`, url).href, {
    topic,
    title: headOf(message),
    message: textOf(message, { most: 1300 }),
    priority: Math.max(5 - urgent, 3),
    tags: [first?.why === "question" ? "question" : "bell"],
    ...(first?.url !== undefined && { click: first.url }),
  })
}

/** `<` begins a link or a mention in Slack. */
const forSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const plainSlack = { mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false }

/** In Discord a text is Markdown, in which a link may be called anything. */
const forDiscord = (text: string) => text.replace(/[\\*_~`|<>[\]()#@]/g, "\\$&")

/** Nobody is called by what a text holds. The flag 4 leaves out what is found behind links. */
const plainDiscord = { allowed_mentions: { parse: [] }, flags: 4 }
