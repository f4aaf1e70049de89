import { describe, expect, test } from "vitest"
import type { UpnextError } from "../../src/errors.ts"
import type { Flags, Positional } from "../../src/terminal/flag.ts"
import { placeWords } from "../../src/terminal/place-words.ts"

const text = (name: string): Positional => ({ name, isMany: true, isText: true })
const ids: Positional = { name: "id", isMany: true }
const places: Readonly<Record<string, readonly Positional[]>> = {
  add: [{ name: "title", isText: true }],
  answer: [{ name: "id" }, text("content")],
  comment: [ids, text("content")],
  delete: [ids],
  done: [ids],
  edit: [ids],
  get: [{ name: "id" }, { name: "file" }],
  lessons: [{ ...text("query"), optional: true }],
  "resource set": [{ name: "name" }],
  "token create": [],
}
const plain = { kind: "text", description: "" } as const
const flags: Readonly<Record<string, Flags>> = {
  done: { summary: plain },
  edit: { title: plain, comment: plain, priority: { ...plain, choices: ["P0", "P1"] } },
  "resource set": { capacity: { kind: "number", description: "" } },
  "token create": { name: plain },
}

const place = (command: string, words: string[], others: string[] = []) =>
  placeWords({ command, words, others }, places[command] ?? [], flags[command] ?? {})

function refusal(...given: Parameters<typeof place>): UpnextError {
  try {
    place(...given)
  } catch (error) {
    return error as UpnextError
  }
  throw new Error("It was not refused.")
}

describe("the words of a text are joined", () => {
  test.each<[string, string[], string[]]>([
    ["comment", ["T-1", "half", "of", "it"], ["T-1", "half of it"]],
    ["comment", ["1", "waits", "for", "T-2", "now"], ["1", "waits for T-2 now"]],
    ["comment", ["-", "still", "open"], ["-", "still open"]],
    ["comment", ["T-1", "T-2", "both done"], ["T-1", "T-2", "both done"]],
    ["comment", ["T-1", "T-2", "done"], ["T-1", "T-2", "done"]],
    ["comment", ["T-1", "T-2"], ["T-1", "T-2"]],
    ["answer", ["T-1", "2", "of", "them"], ["T-1", "2 of them"]],
    ["answer", ["T-1", "T-2"], ["T-1", "T-2"]],
    ["lessons", ["flaky", "tests"], ["flaky tests"]],
    ["lessons", [], []],
  ])("%s %j", (command, words, expected) => {
    expect(place(command, words)).toEqual(expected)
  })
})

describe("words that may mean something else are refused, with the command to type", () => {
  test.each<[string, string[], string]>([
    [
      "comment",
      ["T-1", "T-2", "both", "done"],
      'Write `upnext comment T-1 "T-2 both done"`, or `upnext comment T-1 T-2 "both done"` for 2 tasks.',
    ],
    [
      "comment",
      ["T-1", "2", "tests"],
      'Write `upnext comment T-1 "2 tests"`, or `upnext comment T-1 T-2 tests` for 2 tasks.',
    ],
    ["comment", ["T-1", "blocked", "by", "T-2"], 'Write `upnext comment T-1 "blocked by T-2"`.'],
    ["comment", ["T-1", "half done", "T-2"], 'Write `upnext comment T-1 "half done T-2"`.'],
    ["comment", ["T-1", "half done", "now"], 'Write `upnext comment T-1 "half done now"`.'],
    ["comment", ["half", "done"], 'Name the task first: `upnext comment <id> "half done"`.'],
    ["answer", ["T-1", "T-2", "yes"], 'Write `upnext answer T-1 "T-2 yes"`.'],
    ["add", ["Fix", "the", "login"], 'Write `upnext add "Fix the login"`.'],
    ["add", ["It's", "$5"], "Write `upnext add 'It'\\''s $5'`."],
    ["resource set", ["gpu", "1"], "Write `upnext resource set gpu --capacity 1`."],
    ["token create", ["ann"], "Write `upnext token create --name ann`."],
    ["done", ["T-1", "fixed", "it"], 'Text needs a flag: `upnext done T-1 --summary "fixed it"`.'],
    ["edit", ["T-1", "P1"], "Text needs a flag: `upnext edit T-1 --priority P1`."],
    [
      "edit",
      ["T-1", "a", "title"],
      'Text needs a flag: `upnext edit T-1 --title "a title"` or `upnext edit T-1 --comment "a title"`.',
    ],
  ])("%s %j", (command, words, hint) => {
    expect(refusal(command, words)).toMatchObject({ code: "invalid_input", hint })
  })

  test("the flags that were typed stay, but a token is not shown", () => {
    expect(refusal("add", ["Fix", "it"], ["--tag", "a b"]).hint).toBe(
      'Write `upnext add "Fix it" --tag "a b"`.',
    )
    expect(refusal("add", ["Fix", "it"], ["--token", "secret"]).hint).not.toContain("secret")
  })

  test.each<[string, string[]]>([
    ["resource set", ["gpu", "big", "one"]],
    ["get", ["T-1", "a.png", "b.png"]],
  ])("%s %j: no command is made up", (command, words) => {
    expect(refusal(command, words).hint).toBeUndefined()
  })

  test.each<[string, string[]]>([
    ["delete", ["T-1", "please"]],
    ["done", ["T-1", "and", "T-2"]],
    ["done", ["T-1", "T2"]],
    ["edit", ["T-1", "ann"]],
    ["comment", ["T1", "is", "done"]],
  ])("%s %j is left to what reads ids", (command, words) => {
    expect(place(command, words)).toEqual(words)
  })
})
