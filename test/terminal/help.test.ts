import { describe, expect, test } from "vitest"
import { widthOf } from "../../src/terminal/width.ts"
import { helpOf } from "../support/help.ts"
import { hasScript, inTerminal } from "../support/in-terminal.ts"
import { upnext } from "../commands/upnext.ts"

const textOf = (lines: readonly string[]): string => lines.join(" ").replace(/\s+/g, " ")

const root = (await upnext(["help", "all"])).stdout
const [commands = "", topicsOfAll = ""] = root.split("\nTopics\n")
const first = [...commands.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name)

describe("in a terminal", () => {
  test.skipIf(!hasScript).each([40, 60, 80, 200])(
    "of %i columns the help breaks no word, and takes at most 80; only its examples, made to be copied, may be longer",
    (columns) => {
      const help = ["list", "work", "", "task", "meet", "all", "times"].map(
        (name) => `node dist/cli.cjs help ${name}`,
      )
      const lines = inTerminal(columns, help.join("; "))
      const wrapped = lines.filter((each) => !/^ {2}upnext /.test(each))
      expect(wrapped.length).toBeGreaterThan(100)
      for (const each of wrapped) expect(widthOf(each), each).toBeLessThanOrEqual(Math.min(columns, 80))
      expect(textOf(lines)).toContain("A weekday or a time of day alone means the next one,")
    },
  )

  test.skipIf(!hasScript).each([40, 60, 80, 200])(
    "of %i columns errors and hints break no word",
    (columns) => {
      const line = "node dist/cli.cjs add x --url http://127.0.0.1:1; node dist/cli.cjs list --reday"
      const lines = inTerminal(columns, line)
      for (const each of lines) expect(widthOf(each), each).toBeLessThanOrEqual(columns)
      const text = textOf(lines)
      expect(text).toMatch(/error .*127\.0\.0\.1:1.* hint .*`upnext /)
      expect(text).toContain("Unknown flag --reday. Did you mean --ready?")
      for (const each of lines.slice(1).filter(Boolean)) expect(each).toMatch(/^(?:error| hint|hint| {6})/)
    },
  )

  test.skipIf(!hasScript).each([40, 80])("of %i columns what doctor finds breaks no word", (columns) => {
    const lines = inTerminal(columns, "node dist/cli.cjs doctor --home /nonexistent/home")
    for (const each of lines) expect(widthOf(each), each).toBeLessThanOrEqual(columns)
    expect(textOf(lines)).toContain("the journal alone is enough")
    const found = lines.slice(0, lines.indexOf("", 1))
    for (const each of found) expect(each).toMatch(/^(?:[✓!✗·] \S| {10})/u)
  })
})

test("no line of any help is longer than 80 columns, and it shows examples", async () => {
  const groups = new Map<string, string>([["", root]])
  const names: string[] = []
  for (const name of first) {
    const { stdout } = await helpOf([name])
    if (!stdout.includes(`upnext ${name} <command>`)) names.push(name)
    else for (const [, word = ""] of stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)) names.push(`${name} ${word}`)
    groups.set(name, stdout)
  }
  for (const name of names.filter((each) => each.includes(" ") && !each.startsWith("task ")))
    groups.set(name, (await helpOf(name.split(" "))).stdout)
  expect(names.length).toBeGreaterThan(55)
  for (const [name, help] of groups)
    for (const line of help.split("\n")) expect(widthOf(line), `${name}: ${line}`).toBeLessThanOrEqual(80)
  for (const name of names.filter((each) => !each.startsWith("task ")))
    expect(groups.get(name), name).toContain("\nExamples\n")
})

test("the help of each command has at most 45 lines, two examples, and says where there is more", async () => {
  for (const name of first) {
    const { stdout } = await upnext([name, "--help"])
    if (stdout.includes(`upnext ${name} <command>`)) continue
    expect(stdout.trimEnd().split("\n").length, name).toBeLessThanOrEqual(45)
    const [, examples = ""] = /\nExamples\n([^]*?)(?:\n\n|$)/.exec(stdout) ?? []
    expect(examples.match(/^ {2}# /gm)?.length, name).toBeLessThanOrEqual(2)
  }
  const { stdout } = await upnext(["work", "--help"])
  expect(stdout).toMatch(
    /\nCommon flags: --agent, --project, --json; all: upnext help flags\nMore: upnext help work\n$/,
  )
  expect((await upnext(["list", "--help"])).stdout).toMatch(/\nMore: .*upnext help times\n$/)
})

test("the first page has at most 25 lines, and names every command and topic", async () => {
  const { stdout } = await upnext(["--help"])
  const lines = stdout.trimEnd().split("\n")
  expect(lines.length).toBeLessThanOrEqual(25)
  for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80)
  const named = new Set(stdout.match(/[a-z]+/g))
  expect(first.filter((name) => !named.has(name))).toEqual([])
  expect((await upnext(["help"])).stdout).toBe(stdout)
  for (const group of ["Work", "Board", "Report", "Team", "Server"])
    expect(stdout).toMatch(new RegExp(`^  ${group} +[a-z]+ [a-z]+`, "m"))
  const topics = /\n {2}Topics +([a-z ]+)\n/.exec(stdout)?.[1]?.split(/\s/) ?? []
  expect(topics).toContain("words")
  expect(topics.length).toBeGreaterThan(7)
  const listed = (await upnext(["help", "topics"])).stdout
  for (const each of topics) {
    expect(listed, each).toMatch(new RegExp(`^  ${each} +[A-Z]`, "m"))
    expect(topicsOfAll, each).toMatch(new RegExp(`^  ${each} +[A-Z]`, "m"))
  }
  for (const topic of [...topics.filter((each) => each !== "words"), "flags", "topics"]) {
    const page = await upnext(["help", topic])
    expect(page, topic).toMatchObject({ status: 0, stderr: "" })
    expect(page.stdout, topic).toMatch(new RegExp(`^upnext help ${topic}  `))
    const shown = page.stdout.trimEnd().split("\n")
    expect(shown.length, topic).toBeLessThanOrEqual(40)
    for (const line of shown) expect(widthOf(line), line).toBeLessThanOrEqual(80)
  }
})

test("`upnext help words` lists words and flags of other tools, and what they are here", async () => {
  const { stdout } = await upnext(["help", "words"])
  for (const line of stdout.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(80)
  expect(stdout).toMatch(/^ {2}done +complete, finish, /m)
  expect(stdout).toMatch(/^ {2}review +approve, accept$/m)
  expect(stdout).toMatch(/^ {2}<group> show +view, /m)
  expect(stdout).toMatch(/^ {2}text or comment +[^]*--comment/m)
  expect(stdout).not.toMatch(/[ ,](?:rm|sync|#)[ ,\n]/)
})

test("help of a word of another tool is the help of its command", async () => {
  for (const [typed, command] of [
    [["approve", "--help"], "review"],
    [["help", "approve"], "review"],
    [["rm", "-h"], "delete"],
    [["ls", "--help"], "list"],
  ] as const)
    expect((await upnext([...typed])).stdout, typed.join(" ")).toMatch(new RegExp(`^upnext ${command}  `))
  expect(await upnext(["sync", "--help"])).toMatchObject({ status: 2, stdout: "" })
  expect((await upnext(["help", "--all"])).stdout).toBe(root)
})

test("each flag of a long help says what it is for, and examples name fields that exist", async () => {
  const { stdout: list } = await upnext(["list", "--help"])
  expect(list).toMatch(/--reviewer <name> +only tasks with these reviewers$/m)
  expect(list).toMatch(/--pull <state> +pull request: open, merged, closed or landed$/m)
  expect(list).toMatch(/--all +also show tasks that are done or cancelled$/m)
  for (const name of ["list", "export", "work", "add", "edit"])
    expect((await upnext([name, "--help"])).stdout, name).not.toMatch(
      /--\S.* {2}(?:separate several|may be given|open, merged|the lesson$|a name,)/m,
    )
  expect((await upnext(["stats", "--help"])).stdout).toMatch(/such as from,to, as JSON/)
  expect((await upnext(["help", "stats"])).stdout).toContain("--json=from,to prints only these fields")
  expect((await upnext(["list", "--help"])).stdout).toContain("such as id,title, as JSON")
})

test("what a flag is for ends with a clause: its default is named whole or not at all, and so is code", async () => {
  const { stdout } = await upnext(["work", "--help"])
  const [, flags = ""] = stdout.split("\nFlags\n")
  expect(flags.split("\n").filter((line) => /default:?$|with --\w+$/.test(line))).toEqual([])
  expect(flags.split("\n").filter((line) => line.split("`").length % 2 === 0)).toEqual([])
  expect(flags).toMatch(/--pr +open a pull request/)
})

test("a value has the same name in the help of every command, and in an error", async () => {
  const names = new Map<string, Set<string>>()
  for (const command of [...first, "token create", "account create", "agent pause"])
    for (const [, flag = "", name = ""] of (await helpOf(command.split(" "))).stdout.matchAll(
      /^ {2}(?:-\w, )?--([a-z-]+) [<[](.+?)[\]>] /gm,
    ))
      names.set(flag, (names.get(flag) ?? new Set()).add(name))
  // A log has lines, an export is a file, `ask --to` names an agent and `move --to` a place.
  const twofold = ["after", "at", "format", "from", "host", "for", "output", "project", "to"]
  expect([...names].filter(([flag, { size }]) => size > 1 && !twofold.includes(flag))).toEqual([])
  expect([...(names.get("at") ?? [])].toSorted()).toEqual(["event|time", "file:line"])
  for (const [flag, name] of Object.entries({ status: "status", parent: "id", lease: "duration" }))
    expect([...(names.get(flag) ?? [])]).toEqual([name])
  expect((await upnext(["edit", "T-1", "--priority"])).stderr).toContain("value: --priority <P0|P1|P2|P3>.")
  expect((await upnext(["add", "x", "--found-in"])).stderr).toContain("value: --found-in <id>.")
})

test.skipIf(!hasScript)("a narrow terminal shows the same words as a wide one", () => {
  for (const line of ["add --help", "list --help", "claim --help"]) {
    const [wide, narrow] = [80, 60].map((columns) =>
      textOf(inTerminal(columns, `node dist/cli.cjs ${line}`)).replaceAll(" #", ""),
    )
    expect(narrow).toBe(wide)
  }
})

test("the choices of a value are listed once", async () => {
  const { stdout } = await upnext(["help", "add"])
  expect(textOf(stdout.split("\n"))).toContain("if the attempt has a worktree --rank")
})

test("help uses the words of the command line: its own default order, flags and lessons", async () => {
  const list = textOf((await upnext(["help", "list"])).stdout.split("\n"))
  expect(list).toContain("default: best match first with --search, otherwise priority;")
  expect(list).not.toContain("`compact`")
  expect((await upnext(["help", "done"])).stdout).toContain("instead of a lesson")
  expect((await upnext(["help", "claim"])).stdout).not.toContain("`complete`")
  expect((await upnext(["help", "format"])).stdout).toMatch(/^upnext help scripting /)
})

test("`upnext help all` lists each command once, in groups", async () => {
  for (const title of ["Work", "Board", "Team", "Server", "Setup"]) expect(root).toContain(`\n${title}\n`)
  expect(root).not.toContain("\nMore\n")
  expect(new Set(first).size).toBe(first.length)
  const offered = (await upnext(["completions", "bash"])).stdout
  const words = /COMP_CWORD -eq 1 \]\]; then\n +_upnext_fill -W '([^']*)'/.exec(offered)?.[1] ?? ""
  const typed = words.split(" ").filter((word) => word !== "help" && !word.startsWith("-"))
  expect([...first].sort()).toEqual(typed.sort())
})
