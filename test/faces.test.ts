import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"
import { sayRefusal } from "../src/dashboard/words/refusals.ts"
import { errors, type ErrorCode } from "../src/errors.ts"
import { hintOf as toolHintFor } from "../src/mcp/hints.ts"
import { tools } from "../src/mcp/tools.ts"
import { hintFor } from "../src/terminal/hints.ts"
import { helpOf } from "./support/help.ts"

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
const below = (...rooms: string[]) => files.filter((file) => rooms.some((room) => file.startsWith(room)))
const read = (file: string) => readFileSync(join("src", file), "utf8")

/** Every literal text in a file, with `‹›` for each inserted value. The routes of operations are left out. */
function textsOf(file: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "http") return
    if (ts.isJsxText(node)) texts.push(node.text.trim().replace(/\s+/g, " "))
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => `‹›${literal.text}`)].join(""))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  return texts
}

describe("the rules, the engine and the storage refuse in words that fit every face", () => {
  const rooms = below("domain/", "operations/", "engine/", "storage/", "search/")
  const ofAFace = /\b(?:GET|POST|PUT|PATCH|DELETE)\b|\bupnext [a-z]|(?:^|[\s`(])--[a-z]|\bHTTP\b|UPNEXT_/

  test("none of their texts names an HTTP method, a command, a flag or a variable", () => {
    const found = rooms.flatMap((file) =>
      textsOf(file).flatMap((text) => (ofAFace.test(text) ? [[file, text]] : [])),
    )
    expect(found).toEqual([])
    expect(rooms.length).toBeGreaterThan(100)
  })

  test("they give no hints", () => {
    expect(rooms.filter((file) => /\bhint:/.test(read(file)))).toEqual([])
  })
})

describe("the dashboard speaks to people", () => {
  const ofAProgram = /\b(?:GET|POST|PUT|PATCH|DELETE|HTTP)\b|\brefus|\b[a-z]+_[a-z_]+\b/

  test("no sentence on a page names an HTTP method or a code, or says “refused”", () => {
    const sentences = below("dashboard/").flatMap((file) =>
      textsOf(file).flatMap((text) => (/^[A-Z‹].* /.test(text) ? [{ file, text }] : [])),
    )
    expect(sentences.filter(({ text }) => ofAProgram.test(text))).toEqual([])
    expect(sentences.length).toBeGreaterThan(100)
  })

  test.each(Object.keys(errors) as ErrorCode[])("%s", (code) => {
    const { title } = errors[code]
    for (const facts of [
      {},
      { task: "T-7", status: "review", reviewer: "rita", possible: ["done", "cancelled"] },
    ]) {
      const said = sayRefusal({ code, status: 409, title, detail: "It is so.", facts })
      const whole = [said.title, said.detail, said.wayOn].join(" ")
      expect(whole).not.toMatch(ofAProgram)
      expect(whole).not.toMatch(/`|undefined|--[a-z]/)
    }
  })
})

/** The names of the fields that tools take. */
const inputs = new Set(tools.flatMap(({ input }) => Object.keys(input.shape)))

describe("a model is told which tool to call", () => {
  const known = new Set(tools.map(({ name }) => name))
  const facts = [
    {},
    { otherSession: true },
    { otherSession: true, silent: true },
    { holder: "bo" },
    { status: "review" },
    { status: "todo" },
  ]

  test.each(Object.keys(errors) as ErrorCode[])("%s", (code) => {
    for (const each of facts) {
      const hint = toolHintFor({ code, facts: { task: "T-7", ...each } })
      const named = [...hint.matchAll(/\b[a-z]+_[a-z]+\b/g)].map(([name]) => name)
      expect(
        named.filter((name) => !known.has(name) && !inputs.has(name) && name !== "UPNEXT_TOKEN"),
      ).toEqual([])
      expect(hint).not.toMatch(/undefined|--[a-z]|\b(?:GET|POST|PATCH)\b/)
      expect(hint.length).toBeLessThan(160)
    }
  })

  test("what is no mistake of the model is for a person", () => {
    expect(toolHintFor({ code: "storage_failed", facts: {} })).toMatch(/^Tell the person/)
    expect(toolHintFor({ code: "of_a_newer_server" as ErrorCode, facts: {} })).toMatch(/^Tell the person/)
  })
})

describe("what the command line tells people to type can be typed", () => {
  /** The help of a command; empty if there is no such command. */
  const textOf = async (command: string): Promise<string> => {
    const { status, stdout } = await helpOf(command.split(" ").filter(Boolean))
    return status === 0 ? stdout : ""
  }

  /** `task edit` of `upnext edit T-7 --status todo`, and `--status`. */
  function partsOf(line: string, groups: readonly string[]): { command: string; flags: string[] } {
    const [first = "", second = ""] = line.replace(/^upnext ?/, "").split(" ")
    const command = groups.includes(first) ? `${first} ${second}` : first
    return { command, flags: [...line.matchAll(/(?<=\s)--[a-z-]+/g)].map(([flag]) => flag) }
  }

  const statuses = ["todo", "doing", "blocked", "review", "done", "cancelled"]
  const hints = (Object.keys(errors) as ErrorCode[]).flatMap((code) =>
    [
      {},
      { otherSession: true },
      { otherSession: true, silent: true },
      { isTeam: true },
      { isTeam: false },
      ...statuses.map((status) => ({ status })),
    ]
      .map((facts) => hintFor(code, { task: "T-7", agent: "ann", ...facts }))
      .map((hint): [string, string] => [code, hint]),
  )
  const written = below("commands/", "terminal/", "doctor/").flatMap((file) =>
    textsOf(file).map((text): [string, string] => [file, text]),
  )
  const quoted = [...hints, ...written].flatMap(([where, text]) =>
    [...text.matchAll(/`(upnext [a-z][^`]*)`/g)].map(([, line = ""]): [string, string] => [where, line]),
  )
  const lines = [...new Map(quoted.map((each) => [each[1], each])).values()]

  test.each(lines)("%s: `%s`", async (_, line) => {
    const [, first = ""] = line.split(" ")
    const isGroup = (await textOf(first)).includes(`upnext ${first} <command>`)
    const groups = isGroup ? [first] : []
    const { command, flags } = partsOf(line, groups)
    const help = await textOf(command)
    expect(help).toContain(`upnext ${command}`)
    for (const flag of flags) expect(help).toMatch(new RegExp(`(^|\\s)${flag}(\\s|$)`, "m"))
  })

  test("and the texts quote more than twenty commands", () => expect(lines.length).toBeGreaterThan(20))
})
