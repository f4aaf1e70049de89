import { createClient } from "@hey-api/openapi-ts"
import { execFile } from "node:child_process"
import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import openapiTypescript, { astToString } from "openapi-typescript"
import ts from "typescript"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { loadConfig } from "../../../src/config/config.ts"
import { createUpnext, type Upnext } from "../../../src/upnext.ts"
import { call } from "../../support/server.ts"

/** Clients are generated from the document of a real server, compiled, and run against it. */

/** To compile takes ten seconds of a processor, and minutes where many want it. */
const compilesMs = 300_000

let server: Upnext
let directory: string
let document: Record<string, unknown>
const run = promisify(execFile)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "upnext-clients-"))
  const config = await loadConfig({ flags: { home: join(directory, "home") }, env: {} })
  server = await createUpnext({ ...config, port: 0 })
  document = (await call(server.url, "GET", "/openapi.json")).body
  await symlink(resolve("node_modules"), join(directory, "node_modules"))
  await writeFile(join(directory, "package.json"), '{"type":"module"}')
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

describe("a client that is generated from the document compiles strictly and drives the whole loop", () => {
  test(
    "openapi-typescript with openapi-fetch",
    async () => {
      await writeFile(join(directory, "schema.ts"), astToString(await openapiTypescript(document as never)))
      expect(await compile("openapi-typescript", { exactOptionalPropertyTypes: true })).toEqual([])
      await expectLoop("openapi-typescript")
    },
    compilesMs,
  )

  test(
    "@hey-api/openapi-ts with its fetch client",
    async () => {
      await createClient({
        input: document as never,
        output: { path: join(directory, "hey-api"), module: { extension: ".js" } },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent", file: false },
      })
      // exactOptionalPropertyTypes is off: the files that hey-api adds to every client do not compile with it.
      expect(await compile("hey-api", {})).toEqual([])
      await expectLoop("hey-api")
    },
    compilesMs,
  )
})

// --- internal ---

/** Compiles the program of this name with the client generated for it. Answers the compiler's messages. */
async function compile(name: string, extra: ts.CompilerOptions): Promise<string[]> {
  const source = join(directory, `${name}.ts`)
  await copyFile(join("test/http/docs/clients", `${name}.ts`), source)
  const program = ts.createProgram([source], {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    skipLibCheck: true,
    ...extra,
  })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  )
}

/** Runs the program, which fails if an answer is not as expected, and then checks the board. */
async function expectLoop(name: string): Promise<void> {
  const { stdout } = await run(process.execPath, [join(directory, `${name}.js`), server.url], {
    timeout: 120_000,
  })
  const said = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { id: string }
  expect(said).toEqual({
    id: said.id,
    status: "done",
    outcome: "review",
    agent: "bo",
    entries: expect.any(Number),
  })
  const { body } = await call(server.url, "GET", `/tasks/${said.id}`)
  expect(body["task"]).toMatchObject({
    title: "Mend the gate",
    status: "done",
    createdBy: "mira",
    criteriaMet: 1,
    metadata: { reflection_exempt: false, reflection_exempt_reason: null, ticket: { number: 7 } },
  })
  const { body: reflections } = await call(server.url, "GET", `/reflections?task=${said.id}`)
  expect(reflections["reflections"]).toMatchObject([{ agent: "bo", content: "Oil the hinge first." }])
}
