import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import ts from "typescript"
import { afterAll, expect, test } from "vitest"
import { operations } from "../src/operations/index.ts"

const space = realpathSync(mkdtempSync(join(tmpdir(), "upnext-types-")))
afterAll(() => rmSync(space, { recursive: true, force: true }))

/** Every name that the package exports, in use. A line that must not compile is marked as one, so a type that is lost shows. */
const program = `
import { createClient, createUpnext, loadConfig, UpnextError } from "upnext"
import type { AgentView, CommentView, Config, ErrorCode, Logger, Problem } from "upnext"
import type { FileAnswer, FileToSend, PublicEvent, TaskView, Upnext, UpnextOptions } from "upnext"

const config: Config = await loadConfig({ flags: { home: "/tmp/here" }, env: process.env })
const logger: Logger = { warn: (message, ...details) => console.warn(message, details) }
const options: UpnextOptions = { ...config, port: 0, logger }
const server: Upnext = await createUpnext(options)

const client = createClient({ url: server.url, actor: "ann" })
const created = await client.task.create({ title: "Mend the gate", priority: "P1", blockedBy: ["T-1"] })
const task: TaskView = created.task
const due: string | null = task.dueAt
// @ts-expect-error a task has a title
await client.task.create({ priority: "P1" })
// @ts-expect-error there is no such field
await client.task.read({ id: task.id, handof: true })
// @ts-expect-error there is no such status
const status: TaskView["status"] = "lost"
const next = await client.task.next()
// @ts-expect-error nothing may be ready
next.task.id
const { lease } = await client.task.claim({ id: task.id }, { ifVersion: task.version })
const token: string = lease.token
const comments: CommentView[] = (await client.task.comments({ id: task.id })).comments
const agents: readonly AgentView[] = (await client.call("agent.list", {})).agents
const file: FileToSend = { name: "a.txt", bytes: new Uint8Array(1) }
const { attachment } = await client.attachment.add({ id: task.id, file })
const read: FileAnswer = await client.attachment.read({ id: task.id, attachment: attachment.id })
const { status: health } = await client.health()
for await (const event of client.events({ after: 0, task: task.id })) {
  if (event.type === "reset") continue
  const told: PublicEvent = event
  console.log(told.at, told.type === "task.claimed")
}
try {
  await client.task.delete({ id: task.id })
} catch (error) {
  if (!(error instanceof UpnextError)) throw error
  const code: ErrorCode = error.code
  const problem: Pick<Problem, "code" | "errors"> = { code, errors: error.errors ?? [] }
  // @ts-expect-error there is no such code
  if (code === "too_late") console.log(problem, error.facts.holder)
}
console.log(due, status, token, read.type, comments, agents, health)
await server.close()
`

/** A line for each operation but a download, which \`client.download\` gives: the client has it as a method that is no \`any\`, and its answer is an object. */
const methods = operations
  .filter(({ kind }) => kind !== "download")
  .map(({ name }) => {
    const [group = "", verb = ""] = name.split(".")
    const answer = `Awaited<ReturnType<typeof client.${group}.${verb}>>`
    return `export const ${group}_${verb}: 0 extends 1 & ${answer} ? never : ${answer} extends object ? true : never = true`
  })

test("a strict program compiles against the types of the package, with no other package installed", () => {
  const installed = join(space, "node_modules", "upnext")
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, "package.json"), readFileSync("package.json"))
  execFileSync(process.execPath, [".ci/types.js", join(installed, "dist", "index.d.ts")])
  const [example] = /(?<=```ts\n)import \{ createClient \} from "upnext"\n[^`]+/.exec(
    readFileSync("docs/http.md", "utf8"),
  ) ?? [""]
  expect(example).toContain("createClient")
  const client = `import { createClient } from "upnext"\nconst client = createClient()\n`
  const sources = {
    "page.mts": example,
    "program.mts": program,
    "methods.mts": client + methods.join("\n"),
  }
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(space, name), text)
  const made = ts.createProgram(
    Object.keys(sources).map((name) => join(space, name)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ["lib.es2022.d.ts"],
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    },
  )
  // The files of Node and of the language are not ours to check: that takes more than a second of a processor.
  const ours = made.getSourceFiles().filter(({ fileName }) => fileName.startsWith(space))
  expect(ours.map(({ fileName }) => basename(fileName)).sort()).toEqual(
    ["index.d.ts", ...Object.keys(sources)].sort(),
  )
  const all = new Set(ours.flatMap((file) => ts.getPreEmitDiagnostics(made, file)))
  const found = [...all].map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0
    return `${file?.fileName ?? ""}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`
  })
  expect(found).toEqual([])
  const declared = readFileSync(join(installed, "dist", "index.d.ts"), "utf8")
  expect(declared).not.toMatch(/\bzod\b|import\(/)
  expect(declared.length, "types of what is not exported").toBeLessThan(73_400)
  // To compile takes ten seconds of a processor, and minutes where many want it.
}, 300_000)
