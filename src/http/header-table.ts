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
  Authorization: { meaning: "`Bearer <token>`, where the server asks for one", schema: { type: "string" } },
  "Upnext-Actor": {
    meaning: "who acts, where no field says so: a name of 1 to 64 characters, percent-encoded",
    schema: { type: "string", pattern: encodedName },
  },
  "Idempotency-Key": {
    meaning: "on a POST: 1 to 255 printable characters; a repeat gets the first answer, for 24 hours",
    schema: { type: "string", pattern: "^[\\x20-\\x7e]{1,255}$" },
  },
  "If-Match": {
    meaning: "the ETag of the task as you saw it; a write on another is 412",
    schema: {
      type: "string",
      pattern: '^\\s*(?:\\*|"\\d{1,15}"(?:\\s*,\\s*"\\d{1,15}")*)\\s*$',
      examples: ['"3"'],
    },
  },
  "Upnext-Min-Seq": {
    meaning:
      "the least seq that the answer may reflect: the `Upnext-Seq` of an earlier answer, perhaps of another server. A server that has not read it yet waits up to 1 s, then it is 503; beyond the last event there is, 400",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
  "Upnext-Home": {
    meaning: "the `homeId` that `/health` told; any other server refuses the request with 421",
    schema: { type: "string", pattern: "^[\\da-f]{16}$" },
  },
  "Content-Disposition": {
    meaning:
      'with a file: its name, as in `attachment; filename="shot.png"`; `filename*` for other letters (RFC 6266)',
    schema: { type: "string", examples: ['attachment; filename="shot.png"'] },
  },
  "If-None-Match": {
    meaning: "the `ETag` of a file that you have: it is not sent again",
    schema: { type: "string" },
  },
  Prefer: {
    meaning:
      "on a write: `return=minimal` for a short answer (RFC 7240). A task is its `id`, `status` and `version`, an agent its `name` and `paused`, anything else that was made its `id`; what is not a record, such as `lease`, is whole",
    schema: { type: "string", examples: ["return=minimal"] },
  },
  "Last-Event-ID": {
    meaning: "on /events: the seq after which to go on",
    schema: { type: "string", pattern: "^\\d{0,16}$" },
  },
} as const satisfies Record<string, DocumentedHeader>

/** The headers of answers that tell a client something. */
export const answerHeaders = {
  ETag: {
    meaning: "the task's version; of a file, its digest",
    schema: { type: "string", examples: ['"3"'] },
  },
  Location: { meaning: "where what was created is", schema: { type: "string", format: "uri-reference" } },
  "Upnext-Seq": {
    meaning: "the seq that the answer reflects; good for `/events?after=` and `Upnext-Min-Seq`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-Command": {
    meaning: "of a write that can be taken back: what names it in `commands` of `POST /undo`",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "Upnext-At": {
    meaning: "with `at`: the time as of which the answer tells what depends on the time",
    schema: { type: "string", format: "date-time" },
  },
  "Preference-Applied": {
    meaning: "the preference of `Prefer` that the answer follows",
    schema: { type: "string", enum: ["return=minimal", "return=representation"] },
  },
  "Content-Disposition": {
    meaning: "of a file: its name, and `inline` where a browser may show it, else `attachment`",
    schema: { type: "string" },
  },
  Warning: {
    meaning: 'what was done with fields that are not documented, such as `299 - "kept in extra: provenance"`',
    schema: { type: "string" },
  },
  Allow: { meaning: "with 405: the methods that this path takes", schema: { type: "string" } },
  "WWW-Authenticate": { meaning: "with 401: how to send a token", schema: { type: "string" } },
  Vary: {
    meaning: "the request headers that choose between forms of the answer",
    schema: { type: "string" },
  },
} as const satisfies Record<string, DocumentedHeader>

/** Of both tables, those that only requests for parts of records have to do with. */
export const forParts: readonly string[] = ["Prefer", "Preference-Applied"]

export type RequestHeader = keyof typeof requestHeaders
export type AnswerHeader = keyof typeof answerHeaders
