import { describe, expect, test } from "vitest"
import { helpOf } from "../support/help.ts"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("add, next, list, show, claim, comment and done need no `task`", async () => {
  expect((await upnext(["add", "Short", "--format", "id"])).stdout).toBe("T-1\n")
  expect((await upnext(["next", "--format", "id"])).stdout).toBe("T-1\n")
  expect((await upnext(["list"])).stdout).toContain("Short")
  expect((await upnext(["claim", "1"])).status).toBe(0)
  expect((await upnext(["comment", "1", "half"])).status).toBe(0)
  expect((await upnext(["show", "1"])).stdout).toContain("half")
  expect((await upnext(["done", "1", "--lesson", "x"])).stdout).toBe("✓ T-1 is done  Short\n")
})

test("nor does any other command on tasks; `check` is another name of `meet`", async () => {
  const { stdout } = await helpOf(["task"])
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name)
  expect(names).toEqual(expect.arrayContaining(["release", "edit", "review", "delete", "output"]))
  expect(names).toEqual(expect.arrayContaining(["meet", "retry", "cancel", "reopen"]))
  expect(names).not.toContain("check")
  for (const name of names) {
    const usage = `upnext ${name} `
    expect((await helpOf([name])).stdout, name).toContain(usage)
    expect((await helpOf(["task", name])).stdout, name).toContain(usage)
  }
  expect((await upnext(["task", "check", "--help"])).stdout).toContain("upnext meet <id> <criterion>")
})

describe("flags that many commands take may stand before the command", () => {
  test.each<[string[]]>([
    [["--json", "task", "list"]],
    [["task", "--json", "list"]],
    [["--agent", "ann", "--json", "list"]],
    [["--project=", "--json", "task", "list", "--limit", "3"]],
  ])("%j", async (args) => {
    const result = await upnext(args)
    expect(result).toMatchObject({ status: 0, stderr: "" })
    expect(result.json()).toHaveProperty("tasks")
  })

  test("--url before the command counts, and --url given twice is refused", async () => {
    const nobody = ["--url", "http://127.0.0.1:1"]
    expect(await upnext([...nobody, "next"])).toMatchObject({ status: 4 })
    expect((await upnext([...nobody, "next", ...nobody])).stderr).toContain("--url is given twice.")
  })

  test("flags that only `start` takes belong to `start`", async () => {
    expect((await upnext(["--port", "99999", "--home", "/nonexistent"])).stderr).toContain("--port:")
  })

  test("--port is short for the --url of a server of this machine", async () => {
    for (const line of [
      "list --port 1 -n 1",
      "--port 1 status",
      "work --once --port=1 -- true",
      "export --port 1",
    ]) {
      const { status, stderr } = await upnext(line.split(" "))
      expect(stderr, line).toContain("http://127.0.0.1:1")
      expect(status, line).toBe(4)
    }
    for (const [line, says] of [
      ["list --port abc", '--port must be a number, not "abc".'],
      ["events --port 70000", "--port must be a whole number from 1 to 65535, not 70000."],
      ["list --port 1 --url http://127.0.0.1:1", "--port and --url both name the server."],
    ] as const)
      expect(await upnext(line.split(" ")), line).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(says) as string,
      })
  })

  test("common flags alone lack a value, or a command", async () => {
    const nameless = await upnext(["--agent"])
    expect(nameless).toMatchObject({ status: 2, stdout: "" })
    expect(nameless.stderr).toContain("--agent needs a value: --agent <name>.")
    const alone = await upnext(["--agent", "ann"])
    expect(alone).toMatchObject({ status: 2, stdout: "" })
    expect(alone.stderr).toContain("A command is missing after `upnext --agent ann`.")
  })
})

describe("each way to ask for the version or the help works", () => {
  test.each([["-V"], ["-v"], ["--version"], ["version"]])("%s prints the version", async (word) => {
    expect((await upnext([word])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test.each<[string[], string]>([
    [["help"], "upnext help <command or topic>"],
    [["-h"], "upnext help <command or topic>"],
    [["help", "task"], "upnext task <command> [flags]"],
    [["task", "help"], "upnext task <command> [flags]"],
    [["task", "--help"], "upnext task <command> [flags]"],
    [["help", "task", "add"], "upnext add [title] [flags]"],
    [["task", "help", "add"], "upnext add [title] [flags]"],
    [["--help", "task", "add"], "upnext add [title] [flags]"],
    [["help", "add"], "upnext add [title] [flags]"],
    [["--json", "add", "--help"], "upnext add [title] [flags]"],
  ])("%j shows %s", async (args, usage) => {
    expect(await upnext(args)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(usage) as string,
      stderr: "",
    })
  })

  test("help for an unknown command is an error", async () => {
    expect(await upnext(["help", "weather"])).toMatchObject({ status: 2, stdout: "" })
  })
})

test("the help shows a flag together with its --no- form, and no flag's text speaks of HTTP", async () => {
  const { stdout } = await upnext(["help", "list"])
  expect(stdout).toMatch(/--ready, --no-ready +only tasks that can be started now/)
  expect(stdout).toMatch(/--overdue, --no-overdue +only overdue open tasks/)
  for (const command of ["list", "next", "show", "claim", "agent list", "meet"]) {
    const { stdout: help } = await helpOf(command.split(" "))
    expect(help, command).not.toMatch(/\b[01]: |\btrue\b|\bfalse\b/)
  }
})

test.each<[string[], string]>([
  [["lsit"], "Did you mean `upnext list`?"],
  [["rm", "T-1"], "Did you mean `upnext delete T-1`?"],
  [["check", "T-1", "1"], "Did you mean `upnext meet T-1 1`?"],
  [["constructor"], "There is no command `upnext constructor`."],
])("%j: %s", async (args, message) => {
  const result = await upnext(args)
  expect(result.stderr).toContain(message)
  expect(result).toMatchObject({ status: 2, stdout: "" })
})
