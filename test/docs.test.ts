import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as z from "zod"
import { operations } from "../src/operations/index.ts"
import { errors } from "../src/errors.ts"
import { tools } from "../src/mcp/tools.ts"
import { helpOf } from "./support/help.ts"
import { userPages } from "./support/pages.ts"

// What the pages for users name is checked against the tables that it comes from.

const pages = ["README.md", "SECURITY.md", ...userPages]
const texts = pages.map((page) => ({ page, text: readFileSync(page, "utf8") }))

/** All inline code of a page, and each line of its shell blocks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"))
  const inline = [...text.replaceAll(/```[^]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, code = ""]) => code,
  )
  return [...blocks, ...inline]
}

/** A line without its comment, what it is piped to, and what a worker runs; nothing if it is no command of ours. */
function commandIn(code: string): string | undefined {
  const [line = ""] = code.replace(/^.*?(?=upnext )/, "").split(/ (?:#|\||&&|--) /)
  return /^upnext [a-z]/.test(line) ? line.trim() : undefined
}

/** The help for a line, by the words that it begins with; undefined if there is no such command. */
const helpFor = async (line: string): Promise<string | undefined> => {
  const [, words = ""] = /^upnext ((?:[a-z]+(?: |$)){0,2})/.exec(line) ?? []
  const given = words.trim().split(" ")
  for (const each of [given, given.slice(0, 1)]) {
    const { status, stdout } = await helpOf(each)
    if (status === 0) return stdout
  }
  return undefined
}

test("every command and flag that the pages name is there", async () => {
  const wrong: string[] = []
  let seen = 0
  for (const { page, text } of texts)
    for (const line of codeOf(text).map(commandIn)) {
      if (line === undefined) continue
      seen += 1
      // The verbs of a group stand in one: `upnext agent pause|resume`; in a table, `\|`.
      const [, before = "", verbs = ""] = /^(upnext (?:[a-z]+ )?)([a-z]+(?:\\?\|[a-z]+)+)/.exec(line) ?? []
      for (const each of verbs ? verbs.split(/\\?\|/).map((verb) => before + verb) : [line]) {
        const help = await helpFor(each)
        const flags = [...each.matchAll(/ (--[a-z][a-z-]*)/g)].map(([, flag = ""]) => flag)
        if (help === undefined) wrong.push(`${page}: ${each}`)
        else
          wrong.push(
            ...flags.filter((flag) => !help.includes(flag)).map((flag) => `${page}: ${each}: ${flag}`),
          )
      }
    }
  expect(seen).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

/** The names of all fields in a JSON schema, and the words that they may hold. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(value as object) : []),
    ...(key === "enum" ? (value as string[]) : key === "const" ? [String(value)] : []),
    ...fieldsOf(value),
  ])
}

test("every field, setting, tool and error code that the pages name is in its table", () => {
  const schemas = operations.flatMap(({ input, output }) => [
    z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
    z.toJSONSchema(output, { unrepresentable: "any" }),
  ])
  const settings =
    readFileSync("src/config/config.ts", "utf8") + readFileSync("src/config/setting-forms.ts", "utf8")
  const known = new Set([
    ...schemas.flatMap(fieldsOf),
    ...Object.keys(errors),
    ...tools.flatMap(({ name, input }) => [name, ...Object.keys(input.shape)]),
  ])
  const wrong: string[] = []
  let seen = 0
  for (const { page, text } of texts)
    for (const code of codeOf(text)) {
      if (!/^[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+$/.test(code)) continue
      seen += 1
      if (!known.has(code) && !settings.includes(code)) wrong.push(`${page}: ${code}`)
    }
  expect(seen).toBeGreaterThan(30)
  expect(wrong).toEqual([])
})
