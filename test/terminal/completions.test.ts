import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { liveLists } from "../../src/terminal/completions/names.ts"
import { serveApart, upnext } from "../commands/upnext.ts"
import { ensureProgram, untilInstalled } from "../support/debian.ts"
import { helpOf } from "../support/help.ts"
import { shells } from "../support/shells-setup.ts"

await untilInstalled(...shells)
const served = await serveApart()
const token = "a-token-of-sixteen-letters"
const guarded = await serveApart({ server: { UPNEXT_TOKEN: token } })
const space = mkdtempSync(join(tmpdir(), "upnext-completions-"))
afterAll(() => rmSync(space, { recursive: true, force: true }))
mkdirSync(join(space, "my home"))

const scripts: Record<string, string> = {}
for (const shell of ["bash", "zsh", "fish"]) {
  scripts[shell] = join(space, shell)
  writeFileSync(scripts[shell], (await upnext(["completions", shell])).stdout)
}

/** The shells find the program in the PATH, as a user's shell does. */
const env = () => ({
  PATH: `${space}:${process.env["PATH"]}`,
  HOME: space,
  UPNEXT_URL: served.server.url,
  UPNEXT_AGENT: "cy",
})
writeFileSync(
  join(space, "upnext"),
  `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/dist/cli.cjs" "$@"\n`,
  {
    mode: 0o755,
  },
)

/** A name that a careless script would run as a command. */
const hostile = "$(touch hostile)`touch hostile`"
/** zsh's _describe ends a name at the first colon that has no backslash before it. */
const backslashed = "b\\:c"
beforeAll(async () => {
  await served.upnext(["task", "add", "Say: hello", "--assignee", "ann"])
  await guarded.upnext(["task", "add", "Guarded", "--token", token])
  await served.upnext(["task", "add", "Done already"])
  await served.upnext(["task", "edit", "T-2", "--status", "done"])
  await served.upnext(["agent", "describe", "bo lee", "--role", "builder"])
  await served.upnext(["agent", "describe", hostile])
  await served.upnext(["agent", "describe", backslashed])
  const criteria = ["--criterion", "it says: yes", "--criterion", "tests pass"]
  await served.upnext(["task", "add", "Held", ...criteria, "--project", "web", "--tag", "docs,urgent"])
  await served.upnext(["task", "claim", "T-3", "--agent", "cy"])
  await served.upnext(["task", "meet", "T-3", "2", "--agent", "cy"])
  await served.upnext(["task", "add", "Of cy", "--assignee", "cy", "--tag", "docs"])
  await served.upnext(["task", "comment", "T-1", "the last change", "--agent", "ann"])
})

/** All commands, as the help lists them. */
const commands = (
  await Promise.all(
    (await listed([])).map(async (name) => {
      const below = await listed([name])
      return below.length > 0 ? below.map((each) => `${name} ${each}`) : [name]
    }),
  )
).flat()

/** The commands that the help of the program or of a group lists. */
async function listed(words: readonly string[]): Promise<string[]> {
  const { stdout: help } = words.length === 0 ? await upnext(["help", "all"]) : await helpOf(words)
  if (!help.includes(" <command> [flags]")) return []
  const [commands = ""] = help.split("\nTopics\n")
  return [...commands.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name)
}

/** What bash offers for the last word of each line. One bash answers for all of them, as in one session of a user. */
function offeredEach(lines: readonly string[][]): string[][] {
  const asked = lines.map((words) => {
    const line = words.map((word) => `'${word}'`).join(" ")
    return `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _upnext; printf '%s\\n' "\${COMPREPLY[@]}"; echo ---`
  })
  const script = ['source "$0"', ...asked].join("\n")
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, scripts["bash"] ?? ""], {
    cwd: space,
    env: env(),
    encoding: "utf8",
  })
  expect(stderr).toBe("")
  return stdout
    .split("---\n")
    .slice(0, -1)
    .map((answer) => answer.split("\n").filter((word) => word !== ""))
}

/** What bash offers for the last word. */
const offered = (...words: string[]): string[] => offeredEach([words])[0] ?? []

describe.skipIf(!ensureProgram("bash"))("bash", () => {
  test("every command and its flags are offered", async () => {
    expect(commands.length).toBeGreaterThan(25)
    const words = commands.map((name) => name.split(" "))
    const names = offeredEach(words.map((each) => ["upnext", ...each]))
    const flags = offeredEach(words.map((each) => ["upnext", ...each, "--"]))
    for (const [at, name] of commands.entries()) {
      expect(names[at], name).toContain(words[at]?.at(-1))
      const help = (await helpOf(words[at] ?? [])).stdout
      const told = [
        ...(help.split("\nHow it works\n")[0] ?? "").matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm),
      ].map(([, flag = ""]) => flag)
      expect(told).toContain("--help")
      expect(flags[at]?.sort(), name).toEqual(told.sort())
    }
  })

  test.each<[string[], string[]]>([
    [["upnext", "ta"], ["task"]],
    [["upnext", "task", "l"], ["list"]],
    [
      ["upnext", "com"],
      ["completions", "comment"],
    ],
    [
      ["upnext", "list", "--status", "do"],
      ["doing", "done"],
    ],
    [
      ["upnext", "task", "list", "--status", "do"],
      ["doing", "done"],
    ],
    [
      ["upnext", "task", "list", "--status", "=", "do"],
      ["doing", "done"],
    ],
    [["upnext", "task", "list", "--status", "todo", "--status", "r"], ["review"]],
    [
      ["upnext", "task", "review", "T-1", ""],
      ["approve", "request_changes"],
    ],
    [
      ["upnext", "completions", ""],
      ["bash", "zsh", "fish"],
    ],
    [["upnext", "help", "task", "rel"], ["release"]],
    [["upnext", "help", "sc"], ["scripting"]],
    [["upnext", "help", "im"], ["import"]],
    [
      ["upnext", "help", "w"],
      ["whoami", "work", "worktree", "words"],
    ],
    [["upnext", "task", "list", "--limit", ""], []],
    [["upnext", "start", "--home", "/us"], ["/usr"]],
    [["upnext", "start", "--home", "my"], ["my home"]],
    [["upnext", "plan", "fi"], ["fish"]],
    [["upnext", "nope", ""], []],
    [
      ["upnext", "list", "--status", "todo,do"],
      ["todo,doing", "todo,done"],
    ],
    [["upnext", "list", "--status", "=", "todo,re"], ["todo,review"]],
    [["upnext", "events", "--type", "agent.pa"], ["agent.paused"]],
    [["upnext", "events", "--type", "task.moved,agent.j"], ["task.moved,agent.joined"]],
    [["upnext", "list", "--json", "=", "id,ti"], ["id,title"]],
    [["upnext", "next", "--fields", "done_"], ["done_criteria"]],
    [["upnext", "project", "list", "--json", "=", "ope"], ["open"]],
  ])("%j offers %j", (words, expected) => {
    expect(offered(...words)).toEqual(expected)
  })
})

test.each<[string[], string[]]>([
  // Own tasks come first: what is held, then what else is assigned.
  [
    ["upnext", "task", "done", ""],
    ["T-3", "T-4", "T-1"],
  ],
  [
    ["upnext", "done", "T-3", "T"],
    ["T-4", "T-1"],
  ],
  [
    ["upnext", "show", "--agent", "ann", "T"],
    ["T-1", "T-4", "T-3"],
  ],
  [["upnext", "task", "add", "--blocked-by", "T-1"], ["T-1"]],
  [["upnext", "reopen", ""], ["T-2"]],
  [["upnext", "task", "list", "--assignee", "a"], ["ann"]],
  [["upnext", "agent", "show", "bo"], ["bo\\ lee"]],
  [["upnext", "agent", "pause", "$"], ["\\$\\(touch\\ hostile\\)\\`touch\\ hostile\\`"]],
  [["upnext", "meet", "T-3", ""], ["1"]],
  [["upnext", "task", "meet", "t-3", ""], ["1"]],
  [["upnext", "task", "meet", "--undo", "3", ""], ["2"]],
  [["upnext", "done", "T-3", "--met", ""], ["1"]],
  [["upnext", "done", "--met", ""], []],
  [["upnext", "edit", "T-3", "--criterion", ""], []],
  [["upnext", "list", "--project", "w"], ["web"]],
  [
    ["upnext", "list", "--tag", ""],
    ["docs", "urgent"],
  ],
  [["upnext", "list", "--not-tag", "=", "docs,u"], ["docs,urgent"]],
])("bash: %j offers names from the server: %j", (words, expected) => {
  expect(offered(...words)).toEqual(expected)
  expect(existsSync(join(space, "hostile"))).toBe(false)
})

test("without a server, completion prints nothing, not even an error", async () => {
  for (const list of liveLists) {
    const silent = await upnext(["completions", list, "--", "T-1"], { UPNEXT_URL: "http://127.0.0.1:1" })
    expect(silent).toMatchObject({ status: 0, stdout: "", stderr: "" })
  }
})

test("without the token that a server asks for, completion prints nothing; a token that was typed counts", async () => {
  const { server } = guarded
  for (const list of liveLists) {
    const silent = await upnext(["completions", list, "--", "T-1"], { UPNEXT_URL: server.url })
    expect(silent).toMatchObject({ status: 0, stdout: "", stderr: "" })
  }
  const typed = ["task", "show", `--url=${server.url}`, "--token", token]
  const told = await upnext(["completions", "tasks", "--", ...typed])
  expect(told).toMatchObject({ status: 0, stdout: "T-1\tGuarded (todo)\n", stderr: "" })
})

describe.skipIf(!ensureProgram("zsh"))("zsh", () => {
  test("reads the script", () => {
    const { status, stderr } = spawnSync("zsh", ["-n", scripts["zsh"] ?? ""], { encoding: "utf8" })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  })

  test("offers files where one is named", () => {
    expect(readFileSync(scripts["zsh"] ?? "", "utf8")).toContain("::file:_files'")
  })

  test("offers names from the server, with their descriptions", () => {
    // _describe belongs to zsh. What it is given is what a person sees.
    const told = 'compdef() { :; }; _describe() { print -rl -- "$2" "${(@P)3}" }'
    const script = `${told}; source "$1"; _upnext_ask tasks; _upnext_ask agents`
    const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", script, "zsh", scripts["zsh"] ?? ""], {
      cwd: space,
      env: env(),
      encoding: "utf8",
    })
    expect(stderr).toBe("")
    expect(stdout.split("\n")).toEqual([
      "tasks",
      "T-3:Held (doing)",
      "T-4:Of cy (todo)",
      "T-1:Say\\: hello (todo)",
      "agents",
      `${hostile}:agent`,
      "ann:agent",
      "b\\\\\\:c:agent",
      "bo lee:builder",
      "cy:agent",
      "",
    ])
    expect(existsSync(join(space, "hostile"))).toBe(false)
  })
})

describe.skipIf(!ensureProgram("fish"))("fish", () => {
  /** What fish offers for each line. One fish answers for all of them. */
  const completeEach = (lines: readonly string[]): string[][] => {
    const asked = lines.map((line) => `complete -C "${line}"; echo ---`)
    return spawnSync("fish", ["--no-config", "-c", [`source ${scripts["fish"]}`, ...asked].join("; ")], {
      cwd: space,
      env: env(),
      encoding: "utf8",
    })
      .stdout.split("---\n")
      .slice(0, -1)
      .map((answer) => answer.split("\n").map((each) => each.split("\t")[0] ?? ""))
  }
  const complete = (line: string): string[] => completeEach([line])[0] ?? []

  test("reads the script", () => {
    const { status, stderr } = spawnSync("fish", ["-n", scripts["fish"] ?? ""], { encoding: "utf8" })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  })

  test("every command and the values of flags are offered", () => {
    const names = completeEach(commands.map((name) => `upnext ${name}`))
    for (const [at, name] of commands.entries()) expect(names[at], name).toContain(name.split(" ").at(-1))
    expect(complete("upnext list --status d")).toEqual(expect.arrayContaining(["doing", "done"]))
    expect(complete("upnext review T-1 ")).toEqual(expect.arrayContaining(["approve", "request_changes"]))
    expect(complete("upnext plan ba")).toContain("bash")
    expect(complete("upnext list --st")).toContain("--status")
    expect(complete("upnext done ")).toEqual(["T-3", "T-4", "T-1", ""])
    expect(complete("upnext meet ")).toContain("T-3")
    expect(complete("upnext meet T-3 ")).toEqual(["1", ""])
    expect(complete("upnext done T-3 --met ")).toEqual(["1", ""])
    expect(complete("upnext list --project w")).toEqual(["web", ""])
    expect(complete("upnext list --tag docs,")).toEqual(["docs,docs", "docs,urgent", ""])
    expect(complete("upnext list --status=todo,do")).toEqual([
      "--status=todo,doing",
      "--status=todo,done",
      "",
    ])
    expect(complete("upnext events --type agent.pa")).toEqual(["agent.paused", ""])
    expect(complete("upnext list --json=ti")).toEqual(["--json=title", ""])
    expect(complete("upnext agent show b")).toContain("bo lee")
    expect(complete("upnext list --assignee ")).toContain("ann")
    expect(existsSync(join(space, "hostile"))).toBe(false)
  })
})

test.each(["bash", "zsh", "fish"])("the script for %s says how to install it", async (shell) => {
  const { script } = (await upnext(["completions", shell, "--json"])).json()
  expect(script).toMatch(new RegExp(`upnext completions ${shell} > ~/`))
  for (const name of commands) expect(script, name).toContain(name)
})

test.each<[string[], string]>([
  [["completions"], "<shell> is missing: bash, zsh, fish."],
  [["completions", "zhs"], '<shell> must be one of bash, zsh, fish, not "zhs". Did you mean zsh?'],
  [["completions", "constructor"], "<shell> must be one of bash, zsh, fish"],
])("%j is refused with exit status 2", async (args, message) => {
  const result = await upnext(args)
  expect(result.stderr).toContain(message)
  expect(result).toMatchObject({ status: 2, stdout: "" })
})
