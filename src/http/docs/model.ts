import type { JsonSchema } from "./json-schema.ts"

/** One endpoint, as `GET /docs` shows it. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly summary: string
  /** On success. */
  readonly status: number
  /** The media type of the answer. */
  readonly type: string
  /** Path parameters, query (GET, DELETE) or body (POST, PUT, PATCH), as one object. */
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The field of the input that says who acts. */
  readonly actor?: string
  /** False for what is answered without a token. */
  readonly token: boolean
}

export interface Docs {
  readonly name: "upnext"
  readonly version: string
  readonly hostedDashboard?: string
  readonly endpoints: readonly Endpoint[]
  readonly headers: readonly { name: string; on: string; meaning: string }[]
  readonly errors: readonly { code: string; status: number; title: string; hint: string }[]
  readonly events: readonly { type: string; summary: string; data: string }[]
  readonly limits: Readonly<Record<string, number>>
}
