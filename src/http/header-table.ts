import type { JsonSchema } from "./json-schema.ts"

export interface DocumentedHeader {
  readonly meaning: string
  readonly schema: JsonSchema
}

/** 1 to 64 characters that are not control characters, each as it is or in its 1 to 4 encoded bytes. */
const encodedName =
  "^(?:[^%]|%[2-6][\\dA-Fa-f]|%7[\\dA-Ea-e]|%[CcDd][\\dA-Fa-f]%[89ABab][\\dA-Fa-f]|%[Ee][\\dA-Fa-f](?:%[89ABab][\\dA-Fa-f]){2}|%[Ff][0-4](?:%[89ABab][\\dA-Fa-f]){3}){1,64}$"

/** The headers of requests that the server reads, beside those of HTTP itself. */
export const requestHeaders = {
  Authorization: { meaning: "`Bearer <token>`, if the server requires one", schema: { type: "string" } },
  "Upnext-Actor": {
    meaning: "who acts, if no field says so: a name of 1 to 64 characters, percent-encoded",
    schema: { type: "string", pattern: encodedName },
  },
  "Idempotency-Key": {
    meaning: "on a POST: 1 to 255 printable characters; a repeat within 24 hours gets the first answer",
    schema: { type: "string", pattern: "^[\\x20-\\x7e]{1,255}$" },
  },
  "If-Match": {
    meaning: "the ETag of the task as you saw it; if it has another now, a write is refused with 412",
    schema: {
      type: "string",
      pattern: '^\\s*(?:\\*|"\\d{1,15}"(?:\\s*,\\s*"\\d{1,15}")*)\\s*$',
      examples: ['"3"'],
    },
  },
  "Upnext-Min-Seq": {
    meaning:
      "the minimum seq that the answer must reflect: the `Upnext-Seq` of an earlier answer, even from another server. A server that has not read it yet waits up to 1 s, then refuses with 503; a seq beyond the last event is refused with 400",
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
    meaning: "the `ETag` of a file that you have: an unchanged file is not sent again",
    schema: { type: "string" },
  },
  Prefer: {
    meaning:
      "on a write: `return=minimal` for a short answer (RFC 7240). A task has its `id`, `status` and `version`, an agent its `name` and `paused`, any other record its `id`; other parts, such as `lease`, are complete",
    schema: { type: "string", examples: ["return=minimal"] },
  },
  "Last-Event-ID": {
    meaning: "on /events: the seq after which to resume",
    schema: { type: "string", pattern: "^\\d{0,16}$" },
  },
} as const satisfies Record<string, DocumentedHeader>

/** The headers of answers that tell a client something. */
export const answerHeaders = {
  ETag: {
    meaning: "the task's version; of a file, its digest",
    schema: { type: "string", examples: ['"3"'] },
  },
  Location: {
    meaning: "the address of the created record",
    schema: { type: "string", format: "uri-reference" },
  },
  "Upnext-Seq": {
    meaning: "the seq that the answer reflects; for use in `/events?after=` and `Upnext-Min-Seq`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-Command": {
    meaning: "on a write that can be undone: its name in `commands` of `POST /undo`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-At": {
    meaning: "with `at`: the time for which the answer shows time-dependent values",
    schema: { type: "string", format: "date-time" },
  },
  "Preference-Applied": {
    meaning: "the preference in `Prefer` that the answer follows",
    schema: { type: "string", enum: ["return=minimal", "return=representation"] },
  },
  "Content-Disposition": {
    meaning: "of a file: its name, with `inline` if a browser may show it, otherwise `attachment`",
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

/** Of both tables, those that only requests for parts of records have to do with. */
export const forParts: readonly string[] = ["Prefer", "Preference-Applied"]

export type RequestHeader = keyof typeof requestHeaders
export type AnswerHeader = keyof typeof answerHeaders
