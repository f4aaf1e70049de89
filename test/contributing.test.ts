import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

const page = readFileSync("CONTRIBUTING.md", "utf8")
const blocks = [...page.matchAll(/```ts\n([^`]+)```/g)].map(([, text = ""]) => text)

test("the operation that CONTRIBUTING.md shows compiles in its place", () => {
  const path = resolve("src/operations/bump-task.ts")
  const [source = ""] = blocks.filter((block) => block.includes("export const bumpTask"))
  const { config } = ts.readConfigFile("tsconfig.json", (name) => readFileSync(name, "utf8")) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".")
  const host = ts.createCompilerHost(options)
  const made = ts.createProgram([path], options, {
    ...host,
    fileExists: (name) => name === path || host.fileExists(name),
    readFile: (name) => (name === path ? source : host.readFile(name)),
    getSourceFile: (name, ...rest) =>
      name === path ? ts.createSourceFile(name, source, rest[0]) : host.getSourceFile(name, ...rest),
  })
  const found = ts.getPreEmitDiagnostics(made, made.getSourceFile(path))
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([])
  // To compile takes seconds of a processor, and minutes where many want it.
}, 300_000)

test("the lines of a view that CONTRIBUTING.md shows stand in the files that it names", () => {
  const [, told = ""] = page.split("## Adding a view to the dashboard")
  const [section = ""] = told.split("\n## ")
  const files = [...section.matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, path = ""]) =>
    readFileSync(path, "utf8"),
  )
  const lines = [...section.matchAll(/```ts\n([^`]+)```/g)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  )
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(files.join("\n")).toContain(line)
})
