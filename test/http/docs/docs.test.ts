import { expect, test } from "vitest"
import { errors } from "../../../src/errors.ts"
import { eventKinds } from "../../../src/domain/events/index.ts"
import { operations } from "../../../src/operations/index.ts"
import { startServer } from "../../support/http.ts"

interface Described {
  readonly name?: string
  readonly description?: string
  readonly $ref?: string
  readonly anyOf?: readonly Described[]
  readonly items?: Described
  readonly properties?: Readonly<Record<string, Described>>
}

interface Request {
  readonly operationId: string
  readonly description?: string
  readonly parameters: readonly Described[]
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly schema: Described } }
  }
}

const system = [
  ...[
    "GET /health",
    "GET /metrics",
    "GET /docs",
    "GET /docs.md",
    "GET /openapi.json",
    "GET /openapi-parts.json",
  ],
  ...["GET /events", "GET /dashboard"],
]
const label = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test("docs list every operation and every system route, and nothing else", async () => {
  const server = await startServer()
  const { json } = await server.ask("/docs")
  const known = [...operations.map(({ http }) => label(http)), ...system]
  expect(json.endpoints.map(label).sort()).toEqual(known.sort())
  expect(json.errors.map(({ code }: { code: string }) => code)).toEqual(Object.keys(errors))
  expect(json.events.map(({ type }: { type: string }) => type)).toEqual(Object.keys(eventKinds))
  const create = json.endpoints.find(({ name }: { name: string }) => name === "task.create")
  expect(create).toMatchObject({ status: 201, actor: "createdBy", input: { required: ["title"] } })
  expect(create.output.properties.task.properties).toHaveProperty("version")
})

test("every documented path answers something other than 404 and 405", async () => {
  const server = await startServer({
    assets: () =>
      Promise.resolve(
        new Map([["index.html", { bytes: Buffer.from("<p>"), type: "text/html; charset=utf-8", tag: "t" }]]),
      ),
  })
  const { json } = await server.ask("/docs")
  for (const { method, path } of json.endpoints) {
    const filled = path.replace(/\{\w+\}/g, "T-1")
    // Of a stream only the headers matter.
    const reply = await server.ask(filled, {
      method: ["/events", "/export"].includes(path) ? "HEAD" : method,
    })
    expect([404, 405], `${method} ${path}`).not.toContain(reply.status)
  }
})

test("OpenAPI names each operation once, with its parameters, body and answers", async () => {
  const server = await startServer()
  const { json } = await server.ask("/openapi.json")
  expect(json.openapi).toBe("3.1.0")
  const found = Object.entries<Record<string, { operationId: string }>>(json.paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => label({ method: method.toUpperCase(), path })),
  )
  expect(found.sort()).toEqual([...operations.map(({ http }) => label(http)), ...system].sort())

  const edit = json.paths["/tasks/{id}"].patch
  expect(edit.parameters).toEqual([
    { name: "id", in: "path", required: true, description: expect.any(String), schema: expect.any(Object) },
    { $ref: "#/components/parameters/Upnext-Actor" },
    { $ref: "#/components/parameters/Upnext-Min-Seq" },
    { $ref: "#/components/parameters/Upnext-Home" },
    { $ref: "#/components/parameters/Upnext-Command" },
    { $ref: "#/components/parameters/If-Match" },
  ])
  const { schema } = edit.requestBody.content["application/json"]
  expect(schema.properties).toHaveProperty("title")
  expect(schema.properties).not.toHaveProperty("id")
  const next = json.paths["/tasks/next"].get
  expect(next.parameters.find(({ name }: { name: string }) => name === "agent")).toMatchObject({
    in: "query",
  })
  const inbox = json.paths["/agents/{name}/inbox"].get
  expect(inbox.parameters.find(({ name }: { name: string }) => name === "name")).toMatchObject({
    required: true,
  })
  expect(next).not.toHaveProperty("requestBody")
  expect(next.responses["200"].content["application/json"].schema.required).toEqual(["task"])
  const ids = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test("every reference in the OpenAPI document resolves, and every path parameter is declared", async () => {
  const server = await startServer()
  const { json, text } = await server.ask("/openapi.json")
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path)
  expect(references.length).toBeGreaterThan(10)
  for (const reference of new Set(references)) {
    const target = reference
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], json)
    expect(target, reference).toBeDefined()
  }
  for (const [path, methods] of Object.entries<
    Record<string, { parameters: { name: string; in: string }[] }>
  >(json.paths))
    for (const { parameters } of Object.values(methods))
      expect(parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      )
})

test("every operation, tag, parameter and field of a request has a description", async () => {
  const server = await startServer()
  const { json } = await server.ask("/openapi.json")
  const isDescribed = (schema: Described): boolean =>
    schema.description !== undefined ||
    [schema, ...(schema.anyOf ?? [])].some(({ $ref }) => $ref !== undefined && isDescribed(target($ref)))
  const target = ($ref: string): Described =>
    $ref
      .slice(2)
      .split("/")
      .reduce((at, key) => at[key], json)
  const bare: string[] = json.tags.filter((tag: Described) => !isDescribed(tag))
  let fields = 0
  /** Checks the fields of a body, and those of the schemas it refers to or contains. */
  function look(schema: Described, at: string): void {
    for (const each of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) look(each, at)
    if (schema.$ref !== undefined) return look(target(schema.$ref), at)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      fields += 1
      if (!isDescribed(field)) bare.push(`${at}.${name}`)
      look(field, `${at}.${name}`)
    }
  }
  for (const methods of Object.values<Record<string, Request>>(json.paths)) {
    for (const operation of Object.values(methods)) {
      const { operationId, description, parameters, requestBody } = operation
      if (!description) bare.push(operationId)
      for (const parameter of parameters)
        if (!isDescribed(parameter)) bare.push(`${operationId} ${parameter.name ?? ""}`)
      const { schema } = requestBody?.content["application/json"] ?? {}
      if (schema) look(schema, operationId)
    }
  }
  expect(bare).toEqual([])
  expect(fields).toBeGreaterThan(50)

  // The page and the Markdown show the description at the field itself.
  const { json: docs } = await server.ask("/docs")
  for (const { name, input } of docs.endpoints)
    for (const [field, schema] of Object.entries<Described>(input.properties))
      expect(schema.description, `${name} ${field}`).toBeDefined()
})

test("a browser gets a page without script and inline style, anything else gets JSON", async () => {
  const server = await startServer({ version: "1.0.0-<b>" })
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  const page = await server.ask("/docs", { headers: { accept: browser } })
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8")
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'/)
  expect(page.text).not.toMatch(/<script|style=|<style|<b>/)
  expect(page.text).toContain("1.0.0-&lt;b&gt;")
  for (const code of Object.keys(errors)) expect(page.text).toContain(`id="${code}"`)
  for (const { http } of operations) expect(page.text).toContain(`<code>${http.path}</code>`)
  expect((await server.ask("/docs/style.css")).headers["content-type"]).toBe("text/css; charset=utf-8")
  for (const accept of ["*/*", "application/json", "application/json, text/html"])
    expect((await server.ask("/docs", { headers: { accept } })).json.name).toBe("upnext")
})

test("as Markdown the docs hold every endpoint with its fields, every error and every event", async () => {
  const server = await startServer({ version: "1.0.0-<b>" })
  const accept = "text/markdown, application/json;q=0.5, */*;q=0.1"
  const reply = await server.ask("/docs", { headers: { accept } })
  expect(reply.headers["content-type"]).toBe("text/markdown; charset=utf-8")
  expect(reply.headers["vary"]).toBe("accept")
  expect((await server.ask("/docs.md")).text).toBe(reply.text)

  const { json } = await server.ask("/docs")
  const sections = new Map(
    reply.text
      .split(/\n(?=###? )/)
      .map((section): [string, string] => [section.split("\n")[0] ?? "", section]),
  )
  for (const endpoint of json.endpoints) {
    const section = sections.get(`### ${label(endpoint)}`) ?? ""
    expect(section, label(endpoint)).toContain(endpoint.type)
    for (const field of Object.keys(endpoint.input.properties))
      expect(section).toContain(`\n| \`${field}\` |`)
  }
  const endpoints = [...sections.keys()].filter((title) => title.startsWith("### "))
  expect(endpoints).toEqual(json.endpoints.map((each: never) => `### ${label(each)}`))
  const firstCells = (title: string) =>
    [...(sections.get(title) ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell)
  expect(firstCells("## Errors")).toEqual(Object.keys(errors))
  expect(firstCells("## Events")).toEqual(Object.keys(eventKinds))
  expect(firstCells("## Headers")).toContain("Idempotency-Key")
})

test("in Markdown every table row has as many cells as its head, and no text becomes a tag", async () => {
  const server = await startServer({ version: "1.0.0-<b>" })
  const { text } = await server.ask("/docs.md")
  expect(text).toContain("# Upnext 1.0.0-\\<b\\>")
  let columns = 0
  for (const line of text.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).length
    if (!line.startsWith("|")) columns = 0
    else if (columns === 0) columns = cells
    else expect(cells, line).toBe(columns)
  }
  expect(text.replace(/`[^`]*`/g, "")).not.toMatch(/(?<!\\)<(?!https?:)/)
})
