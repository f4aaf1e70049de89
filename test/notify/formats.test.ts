import { createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { requestFor, signWebhook } from "../../src/notify/formats.ts"
import { headOf, tellNeed, textOf, type NeedMessage, type NeedToTell } from "../../src/notify/message.ts"
import { needOf, secret } from "./support.ts"

const now = Date.parse("2026-05-01T10:00:00Z")

function messageOf(needs: readonly NeedToTell[], publicUrl?: string, more = 0): NeedMessage {
  const told = needs.map((need) => tellNeed(need, publicUrl))
  return { id: "need_1", board: "Ab3", type: "need.opened", needs: told, more }
}

/** What is sent in a format, its body parsed. */
function sent(
  format: "webhook" | "ntfy" | "slack" | "discord",
  message: NeedMessage,
  url = "https://h.example/x",
) {
  const request = requestFor({ url, format }, message, now)
  return { ...request, body: JSON.parse(request.body) as Record<string, unknown> }
}

test("the signature is that of the example in the specification of Standard Webhooks", () => {
  const example = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", stamp: "1614265330", body: '{"test": 2432232314}' }
  expect(signWebhook(secret, example)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
})

test("a webhook gets id, time and signature as headers, and the needs as data", () => {
  const { headers, body } = requestFor(
    { url: "https://h.example/x", format: "webhook", secret },
    messageOf([needOf(3, { choices: ["a", "b"] })], "https://board.example/"),
    now,
  )
  expect(headers).toMatchObject({ "webhook-id": "need_1", "webhook-timestamp": String(now / 1000) })
  const key = Buffer.from(secret.slice(6), "base64")
  const mac = createHmac("sha256", key)
    .update(`need_1.${now / 1000}.${body}`)
    .digest("base64")
  expect(headers["webhook-signature"]).toBe(`v1,${mac}`)
  expect(JSON.parse(body)).toEqual({
    type: "need.opened",
    timestamp: "2026-05-01T10:00:00.000Z",
    data: {
      board: "Ab3",
      needs: [
        {
          ...{
            task: "T-3",
            title: "Task 3",
            priority: "P2",
            why: "question",
            reason: "question from claude",
          },
          ...{ since: "2026-05-01T10:00:00.000Z", detail: "Which one?", by: "claude", choices: ["a", "b"] },
          url: "https://board.example/dashboard/tasks/T-3",
        },
      ],
    },
  })
})

test("without a secret a webhook has no signature", () => {
  expect(Object.keys(sent("webhook", messageOf([needOf(1)])).headers)).not.toContain("webhook-signature")
})

test("ntfy gets JSON at its root, with the topic of the URL, a title, a priority and what a tap opens", () => {
  const message = messageOf(
    [needOf(3, { task: { id: "T-3", title: "Deploy", priority: "P0", status: "todo" } })],
    "https://b.example/up",
  )
  const { url, body } = sent("ntfy", message, "https://ntfy.example/base/my-topic?auth=x")
  expect(url).toBe("https://ntfy.example/base/?auth=x")
  expect(body).toEqual({
    topic: "my-topic",
    title: "T-3 comment from claude",
    message: "T-3 P0 Deploy\ncomment from claude: Which one?\nhttps://b.example/up/dashboard/tasks/T-3",
    priority: 5,
    tags: ["question"],
    click: "https://b.example/up/dashboard/tasks/T-3",
  })
})

test("a message says the question with its choices and, without publicUrl, where to answer", () => {
  expect(textOf(messageOf([needOf(3, { choices: ["yes", "no"] })]), { most: 2000 })).toBe(
    'T-3 P2 Task 3\nquestion from claude: Which one?\nChoices: yes / no\nanswer at the computer: upnext answer T-3 "…"',
  )
})

test("several needs are one message, and those that do not fit are counted", () => {
  const message = messageOf(
    Array.from({ length: 30 }, (_, i) => needOf(i + 1)),
    undefined,
    5,
  )
  expect(headOf(message)).toBe("35 tasks are waiting for a person")
  const text = textOf(message, { most: 2000 })
  expect(text).toContain("T-10 P2 Task 10")
  expect(text).toMatch(/\n\nand 25 more: upnext needs$/)
  expect(textOf(message, { most: 300 }).length).toBeLessThanOrEqual(300)
})

const bidi = "\u202e"
const hostile = needOf(1, {
  task: {
    id: "T-1",
    title: `a\r\n\u0007${bidi}<!channel> @everyone <@123> *x* & [bank](https://evil.example)`,
    priority: "P1",
    status: "todo",
  },
  detail: "x".repeat(100_000),
  by: `ann\n${bidi}<!here>`,
  choices: Array.from({ length: 99 }, () => `@everyone ${"y".repeat(999)}`),
})

test("a text of others stays on its line, hides nothing and is short", () => {
  const { title, by, detail, choices = [] } = tellNeed(hostile, undefined)
  expect(title).toBe("a <U+0007><U+202E><!channel> @everyone <@123> *x* & [bank](https://evil.example)")
  expect(by).toBe("ann <U+202E><!here>")
  expect([detail?.length, choices.length, choices[0]?.length]).toEqual([200, 10, 60])
  const longest = tellNeed(
    needOf(1, { task: { id: "T-1", title: bidi.repeat(100_000), priority: "P1", status: "todo" } }),
    undefined,
  )
  expect(longest.title.length).toBeLessThanOrEqual(200)
})

test("in Slack no text begins a link or a mention", () => {
  const { text, ...settings } = sent("slack", messageOf([hostile])).body
  expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
  expect(String(text)).toContain("&lt;!channel&gt; @everyone &lt;@123&gt; *x* &amp; ")
  expect(settings).toEqual({ mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false })
})

test("in Discord nobody is called, no text is Markdown, and a message has at most 2000 characters", () => {
  const { content, ...settings } = sent(
    "discord",
    messageOf([hostile, ...Array.from({ length: 9 }, () => hostile)]),
  ).body
  expect(String(content).length).toBeLessThanOrEqual(2000)
  expect(String(content)).toContain(
    "\\<!channel\\> \\@everyone \\<\\@123\\> \\*x\\* & \\[bank\\]\\(https://evil.example\\)",
  )
  expect(settings).toEqual({ allowed_mentions: { parse: [] }, flags: 4 })
})

test("the worst text of ntfy stays a message, which is at most 4096 bytes", () => {
  const wide = needOf(1, {
    task: { id: "T-1", title: "漢".repeat(500), priority: "P1", status: "todo" },
    detail: "漢".repeat(500),
  })
  const { message } = sent("ntfy", messageOf(Array.from({ length: 20 }, () => wide))).body
  expect(Buffer.byteLength(String(message))).toBeLessThanOrEqual(4096)
  expect(String(message).split("\n")[0]).toMatch(/^T-1 P1 漢+…$/)
})
