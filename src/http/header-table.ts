import type { JsonSchema } from "./json-schema.ts"

export interface DocumentedHeader {
  readonly meaning: string
  readonly schema: JsonSchema
}

/** 1 to 64 characters that are not control characters, each either plain or as 1 to 4 percent-encoded bytes. */
const encodedName =
  "^(?:[^%]|%[2-6][\\dA-Fa-f]|%7[\\dA-Ea-e]|%[CcDd][\\dA-Fa-f]%[89ABab][\\dA-Fa-f]|%[Ee][\\dA-Fa-f](?:%[89ABab][\\dA-Fa-f]){2}|%[Ff][0-4](?:%[89ABab][\\dA-Fa-f]){3}){1,64}$"

/** The request headers that the server reads, in addition to HTTP's own. */
export const requestHeaders = {
  Authorization: { meaning: "`Bearer <token>`, if the server requires one", schema: { type: "string" } },
  "Upnext-Actor": {
    meaning: "who acts, if no field in the request says who: a name of 1 to 64 characters, percent-encoded",
    schema: { type: "string", pattern: encodedName },
  },
  "Idempotency-Key": {
    meaning:
      "on a POST: 1 to 255 printable characters; a repeated request within 24 hours gets the first response",
    schema: { type: "string", pattern: "^[\\x20-\\x7e]{1,255}$" },
  },
  "If-Match": {
    meaning:
      "the ETag of the task as you saw it; if the task now has a different ETag, a write is refused with 412",
    schema: {
      type: "string",
      pattern: '^\\s*(?:\\*|"\\d{1,15}"(?:\\s*,\\s*"\\d{1,15}")*)\\s*$',
      examples: ['"3"'],
    },
  },
  "Upnext-Min-Seq": {
    meaning:
      "the minimum seq that the response must reflect: the `Upnext-Seq` of an earlier response, which another server may have sent. A server that has not read this event yet waits up to 1 s, then refuses with 503; a seq beyond the last event is refused with 400",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
  "Upnext-Command": {
    meaning:
      "on a write: the `Upnext-Command` of your last write. If you have changed nothing else since, one undo reverts both",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
  "Upnext-Home": {
    meaning: "the `homeId` from `/health`; any other server refuses the request with 421",
    schema: { type: "string", pattern: "^[\\da-f]{16}$" },
  },
  "Content-Disposition": {
    meaning:
      'with a file: its name, as in `attachment; filename="shot.png"`; `filename*` for non-ASCII names (RFC 6266)',
    schema: { type: "string", examples: ['attachment; filename="shot.png"'] },
  },
  "If-None-Match": {
    meaning: "the `ETag` of a file that you already have: an unchanged file is not sent again",
    schema: { type: "string" },
  },
  Prefer: {
    meaning:
      "on a write: `return=minimal` for a short response (RFC 7240). A task then has only `id`, `status` and `version`, an agent only `name` and `paused`, and any other record only `id`; other parts, such as `lease`, are complete",
    schema: { type: "string", examples: ["return=minimal"] },
  },
  "Last-Event-ID": {
    meaning: "on /events: the seq of the last event received",
    schema: { type: "string", pattern: "^\\d{0,16}$" },
  },
} as const satisfies Record<string, DocumentedHeader>

/** The headers of answers that tell a client something. */
export const answerHeaders = {
  ETag: {
    meaning: "for a task, its version; for a file, its digest",
    schema: { type: "string", examples: ['"3"'] },
  },
  Location: {
    meaning: "the address of the created record",
    schema: { type: "string", format: "uri-reference" },
  },
  "Upnext-Seq": {
    meaning: "the seq that the response reflects; for use in `/events?after=` and `Upnext-Min-Seq`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-Command": {
    meaning: "on a write that can be undone: the number that identifies it in `commands` of `POST /undo`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-At": {
    meaning: "with `at`: the time to which the time-dependent values in the response refer",
    schema: { type: "string", format: "date-time" },
  },
  "Preference-Applied": {
    meaning: "the preference from `Prefer` that the response honors",
    schema: { type: "string", enum: ["return=minimal", "return=representation"] },
  },
  "Content-Disposition": {
    meaning: "for a file: its name, with `inline` if a browser may show it, otherwise with `attachment`",
    schema: { type: "string" },
  },
  Warning: {
    meaning: 'how undocumented fields were handled, such as `299 - "kept in extra: provenance"`',
    schema: { type: "string" },
  },
  Allow: { meaning: "with 405: the methods that this path supports", schema: { type: "string" } },
  "WWW-Authenticate": { meaning: "with 401: how to send a token", schema: { type: "string" } },
  Vary: {
    meaning: "the request headers that affect the form of the answer",
    schema: { type: "string" },
  },
} as const satisfies Record<string, DocumentedHeader>

/** From both tables, the headers that concern only requests for partial records. */
export const forParts: readonly string[] = ["Prefer", "Preference-Applied"]

export type RequestHeader = keyof typeof requestHeaders
export type AnswerHeader = keyof typeof answerHeaders
