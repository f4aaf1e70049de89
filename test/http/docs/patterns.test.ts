import { expect, test } from "vitest"
import { startServer, type Reply } from "../../support/http.ts"
import { startService } from "../../support/service.ts"

interface Case {
  /** Where the pattern stands: a path, a method, and the name of a parameter, of a field of the body, or of a header. */
  readonly at: readonly [path: string, method: string, name: string]
  /** Sends a sample. */
  ask(send: Send, sample: string): Promise<Reply>
  readonly taken: readonly string[]
  readonly refused: readonly string[]
}

type Send = (
  path: string,
  method?: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

const name = (length: number, letter: string) => encodeURIComponent(letter).repeat(length)
const cases: Readonly<Record<string, Case>> = {
  "a task id": {
    at: ["/tasks/{id}", "get", "id"],
    ask: (send, sample) => send(`/tasks/${encodeURIComponent(sample)}`),
    taken: ["T-1", "t-1", " T-1 ", "T-999999999999999"],
    refused: ["T-0", "T1", "X-1", "1", "T-01", "T-1000000000000000", "T-1.5"],
  },
  "a moment": {
    at: ["/tasks", "get", "at"],
    ask: (send, sample) => send(`/tasks?at=${encodeURIComponent(sample)}`),
    taken: [
      "1",
      "9007199254740991",
      "9999999999999999",
      "2030-01-31T12:00:00Z",
      "2030-01-31T12:00:00.5+02:00",
    ],
    refused: ["0", "-1", "1.5", "01", "99999999999999999", "2030-01-31", "yesterday", "2030-02-31T12:00:00Z"],
  },
  "a cursor of tasks": {
    at: ["/tasks", "get", "cursor"],
    ask: (send, sample) => send(`/tasks?cursor=${encodeURIComponent(sample)}`),
    taken: ["1.1.created", "7.1760000000000.created"],
    refused: ["x", "1.", "T1", "1.x.created", "next", "-1"],
  },
  "a duration": {
    at: ["/tasks", "post", "eta"],
    ask: (send, sample) => send("/tasks", "POST", { title: "a", eta: sample }),
    taken: ["30s", "~1h30m", "1H", " 2d ", "1w", "0h5m"],
    refused: ["0s", "h", "30", "1m1h", "~", "1 h", "-1h", "1234567h"],
  },
  "the length of a pause": {
    at: ["/team/pause", "post", "for"],
    ask: (send, sample) => send("/team/pause", "POST", { for: sample }),
    taken: ["1s", "2h", "1W"],
    refused: ["0s", "soon", "1y", "1h 5m"],
  },
  "If-Match": {
    at: ["/tasks/{id}", "patch", "If-Match"],
    ask: (send, sample) => send("/tasks/T-1", "PATCH", { priority: "P1" }, { "if-match": sample }),
    taken: ["*", '"1"', '"1", "2"', '"999999999999999"'],
    refused: ["1", 'W/"1"', '"x"', '"1",', '"1000000000000000"', '"1" "2"'],
  },
  "Upnext-Actor": {
    at: ["/tasks/{id}", "patch", "Upnext-Actor"],
    ask: (send, sample) => send("/tasks/T-1", "PATCH", { priority: "P1" }, { "upnext-actor": sample }),
    taken: ["ann", name(64, "a"), name(64, "é"), name(64, "名"), name(64, "🙂"), "a%20b"],
    refused: [name(65, "a"), name(65, "é"), name(65, "名"), name(65, "🙂"), "a%00b", "a%0Ab", "a%7F"],
  },
  "Upnext-Min-Seq": {
    at: ["/tasks/{id}", "get", "Upnext-Min-Seq"],
    ask: (send, sample) => send("/tasks/T-1", "GET", undefined, { "upnext-min-seq": sample }),
    taken: ["0", "1"],
    refused: ["-1", "x", "1.5", "1, 2", "1000000000000000"],
  },
  "Upnext-Command": {
    at: ["/tasks/{id}", "patch", "Upnext-Command"],
    ask: (send, sample) => send("/tasks/T-1", "PATCH", { priority: "P1" }, { "upnext-command": sample }),
    taken: ["0", "1"],
    refused: ["-1", "x", "1.5", "1, 2", "1000000000000000"],
  },
}

test.each(Object.entries(cases))("what the pattern of %s says is what the server takes", async (_, each) => {
  const { engine } = await startService()
  const server = await startServer({ engine })
  const send: Send = (path, method = "GET", body, headers = {}) =>
    server.ask(path, { method, headers, ...(body !== undefined && { body }) })
  await send("/tasks", "POST", { title: "first" })
  const pattern = patternOf((await send("/openapi.json")).json as Document, each.at)
  for (const sample of [...each.taken, ...each.refused]) {
    const { status, json } = await each.ask(send, sample)
    const isTaken = status !== 400 && !/an id looks like/.test(String(json.detail))
    expect([sample, pattern.test(sample), isTaken], JSON.stringify(json)).toEqual([
      sample,
      ...(each.taken.includes(sample) ? [true, true] : [false, false]),
    ])
  }
})

// --- internal ---

interface Schema {
  readonly pattern?: string
  readonly anyOf?: readonly Schema[]
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly $ref?: string; readonly schema: Schema }[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly properties: Record<string, Schema> } }>
  }
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly parameters: Record<string, { readonly schema: Schema }> }
}

function patternOf({ paths, components }: Document, [path, method, name]: Case["at"]): RegExp {
  const operation = paths[path]?.[method]
  const inBody = operation?.requestBody?.content["application/json"]?.schema.properties[name]
  const parameter = operation?.parameters.find((each) => each.name === name) ?? components.parameters[name]
  const schema = inBody ?? parameter?.schema
  const pattern = schema?.pattern ?? schema?.anyOf?.find((each) => each.pattern)?.pattern
  if (pattern === undefined) throw new Error(`${name} has no pattern`)
  return new RegExp(pattern, "u")
}
