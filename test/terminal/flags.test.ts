import { describe, expect, test } from "vitest"
import type { Flags } from "../../src/terminal/flag.ts"
import { toKebab } from "../../src/terminal/find-flag.ts"
import { parseFlags } from "../../src/terminal/flags.ts"

const flags: Flags = {
  title: { kind: "text", description: "" },
  "blocked-by": { kind: "list", description: "" },
  why: { kind: "text", description: "", of: "blocked-by" },
  limit: { kind: "number", description: "", short: "n" },
  ready: { kind: "boolean", description: "" },
  "no-auth": { kind: "boolean", description: "" },
  data: { kind: "object", description: "" },
  priority: { kind: "text", description: "", choices: ["P0", "P1", "P2", "P3"] },
  status: { kind: "list", description: "", choices: ["a", "b", "c"] },
  tag: { kind: "list", description: "", splits: true },
  yes: { kind: "boolean", description: "", short: "y", refusal: { detail: "Not here.", hint: "" } },
  sort: { kind: "text", description: "", choices: ["created", "-created"] },
  wait: { kind: "maybe", description: "", accepts: (text) => /^\d+s$/.test(text) },
}

const parse = (args: string[]) =>
  parseFlags(args, flags, [{ name: "id" }, { name: "more", optional: true, isText: true }], "try")

describe("the flags of a command line are read", () => {
  test.each<[string[], Record<string, unknown>, string[]?]>([
    [["T-1"], {}],
    [["T-1", "more"], {}, ["T-1", "more"]],
    [["--title", "x", "T-1"], { title: "x" }],
    [["--title=x=y", "T-1"], { title: "x=y" }],
    [["--title=", "T-1"], { title: "" }],
    [["T-1", "--blocked-by", "a", "--blocked-by", "b"], { "blocked-by": ["a", "b"] }],
    [["T-1", "--blockedBy", "a", "--blocked_by=b"], { "blocked-by": ["a", "b"] }],
    [
      ["T-1", "--blocked-by", "a", "--why=x", "--blocked-by", "b", "--blocked-by", "c", "--why", "z"],
      { "blocked-by": ["a", "b", "c"], why: ["x", undefined, "z"] },
    ],
    [["T-1", "-n", "3"], { limit: 3 }],
    [["T-1", "-n3"], { limit: 3 }],
    [["T-1", "-n=3"], { limit: 3 }],
    [["T-1", "-ready"], { ready: true }],
    [["T-1", "--ready"], { ready: true }],
    [["T-1", "--ready=false"], { ready: false }],
    [["T-1", "--no-ready"], { ready: false }],
    [["T-1", "--no-auth"], { "no-auth": true }],
    [["T-1", "--sort", "-created"], { sort: "-created" }],
    [["T-1", "--title", "-"], { title: "-" }],
    [["T-1", "--title", "-5 degrees"], { title: "-5 degrees" }],
    [["T-1", "--wait"], { wait: true }],
    [["--wait", "T-1"], { wait: true }],
    [["--wait", "5s", "T-1"], { wait: "5s" }],
    [["T-1", "--data", '{"a":1}'], { data: { a: 1 } }],
    [["T-1", "--status", "a,b", "--status=c"], { status: ["a", "b", "c"] }],
    [["T-1", "--tag", "a, b,,c", "--tag", "d"], { tag: ["a", "b", "c", "d"] }],
    [["T-1", "--tag", "", "--tag", ","], { tag: ["", ","] }],
    [["T-1", "--blocked-by", "a,b"], { "blocked-by": ["a,b"] }],
    [["--", "T-1", "--title"], {}, ["T-1", "--title"]],
    [["T-1", "-"], {}, ["T-1", "-"]],
  ])("%j", (args, expected, positionals = ["T-1"]) => {
    expect(parse(args)).toEqual({ flags: expected, positionals })
  })
})

describe("a mistake in a command line is refused", () => {
  test.each<[string[], string | RegExp]>([
    [["T-1", "--titel", "x"], "Unknown flag --titel. Did you mean --title?"],
    [["T-1", "--blocked", "x"], "Unknown flag --blocked."],
    [["T-1", "--qqqq"], "Unknown flag --qqqq."],
    [["T-1", "-x"], /^Unknown flag -x\.$/],
    [["T-1", "-s"], "--status needs a value: --status <status>."],
    [["T-1", "-r", "1"], "Unknown flag -r. Did you mean --ready?"],
    [["T-1", "-n1x"], '--limit must be a number, not "1x".'],
    [["T-1", "-nx"], /^Unknown flag -nx\.$/],
    [["T-1", "-yes1"], /^Unknown flag -yes1\. Did you mean --yes\?$/],
    [["T-1", "--yes=id"], /^Not here\.$/],
    [["T-1", "--port", "1"], /^Unknown flag --port\.$/],
    [["T-1", "--constructor"], "Unknown flag --constructor."],
    [["T-1", "--title"], "--title needs a value: --title <text>."],
    [["T-1", "--title", "--ready"], "--title needs a value: --title <text>."],
    [["T-1", "--title", "a", "--title", "b"], "--title is given twice."],
    [["T-1", "--why", "x", "--blocked-by", "a"], "--why must follow a --blocked-by."],
    [["T-1", "--blocked-by", "a", "--why", "x", "--why", "y"], "One --blocked-by has two --why flags."],
    [["T-1", "--limit", "ten"], '--limit must be a number, not "ten".'],
    [["T-1", "--ready=maybe"], '--ready must be true or false, not "maybe".'],
    [["T-1", "--no-ready=x"], "--no-ready takes no value."],
    [["T-1", "--no-title"], "Unknown flag --no-title."],
    [
      ["T-1", "--sort", "create"],
      '--sort must be one of created, -created, not "create". Did you mean created?',
    ],
    [["T-1", "--priority", "P9"], /^--priority must be one of P0, P1, P2, P3, not "P9"\.$/],
    [["T-1", "--data", "{"], "--data is not valid JSON"],
    [["T-1", "--data", "[1]"], "--data takes a JSON object"],
    [[], "<id> is missing."],
    [["a", "b", "c"], 'Unexpected argument "c". Text of several words needs quotes.'],
  ])("%j: %s", (args, message) => {
    expect(() => parse(args)).toThrow(expect.objectContaining({ code: "invalid_input" }))
    expect(() => parse(args)).toThrow(message)
  })
})

test.each<[string[], string | undefined]>([
  [["T-1", "--titel", "a b"], 'Write `upnext try T-1 --title "a b"`.'],
  [["T-1", "--titel=a b"], 'Write `upnext try T-1 --title="a b"`.'],
  [["T-1", "--titel"], "Write `upnext try T-1 --title <text>`."],
  [["T-1", "--redy"], "Write `upnext try T-1 --ready`."],
  // What would be wrong even so is not shown as a command.
  [["T-1", "--titel", "a", "--title", "b"], "Write --title."],
  [["T-1", "--titel", "a", "--token", "secret"], "Write --title."],
  [["T-1", "-r", "1"], "Write --ready."],
  [["T-1", "--jq"], undefined],
  [["T-1", "--priority"], "--priority takes P0, P1, P2, P3."],
])("%j: the hint is %s", (args, hint) => {
  expect(() => parse(args)).toThrow(expect.objectContaining({ hint }))
})

test("a command of another program stays behind the flag", () => {
  expect(() => parseFlags(["--redy"], flags, [], "try", ["--", "sh", "-c", "a b"])).toThrow(
    expect.objectContaining({ hint: 'Write `upnext try --ready -- sh -c "a b"`.' }),
  )
})

test.each([
  ["blockedBy", "blocked-by"],
  ["done_criteria", "done-criteria"],
  ["title", "title"],
])("%s is spelled --%s", (field, flag) => {
  expect(toKebab(field)).toBe(flag)
})
