import { spawn } from "node:child_process"
import {
  existsSync,
  readdirSync,
  readFileSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hasScript } from "../support/in-terminal.ts"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext } = served

const space = mkdtempSync(join(tmpdir(), "upnext-editor-"))
afterAll(() => rmSync(space, { recursive: true, force: true }))

/** Where the command keeps its files, empty before each use of it. */
let temporary = ""

/** An editor that runs these lines of the shell on its file, `$1`. */
function editor(...lines: string[]): string {
  const path = join(space, "an editor.sh")
  writeFileSync(path, ["#!/bin/sh", "set -e", ...lines].join("\n"))
  chmodSync(path, 0o700)
  return `'${path}'`
}

/** Runs a command of ours in a terminal. The server answers meanwhile, so nothing here may block. */
async function inTerminal(args: string, env: NodeJS.ProcessEnv) {
  temporary = mkdtempSync(join(space, "tmp-"))
  const line = `${process.execPath} ${resolve("dist/cli.cjs")} ${args}`
  const child = spawn("script", ["-qec", `stty cols 400; ${line}`, "/dev/null"], {
    env: {
      PATH: process.env["PATH"],
      HOME: "/nonexistent",
      NO_COLOR: "1",
      TMPDIR: temporary,
      UPNEXT_URL: served.server.url,
      UPNEXT_HOME: served.home,
      UPNEXT_AGENT: "ann",
      ...env,
    },
  })
  let output = ""
  child.stdout.on("data", (part: Buffer) => (output += part.toString()))
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve))
  return { status, output: output.replaceAll("\r\n", "\n") }
}

/** The file that is said to hold the text. */
function keptIn(output: string): string {
  const [file = ""] = /\/\S+\/T-\d+\.md/.exec(output) ?? []
  expect(existsSync(file), output).toBe(true)
  return file
}

const leftOver = () => readdirSync(temporary).filter((name) => name.startsWith("upnext-"))
const taskOf = async (id: string) =>
  (await upnext(["show", id, "--json"])).json()["task"] as Record<string, unknown>

describe.skipIf(!hasScript)("a task in an editor", () => {
  let id = ""
  beforeAll(async () => {
    id = (await upnext(["add", "Paint the hall", "--tag", "paint", "--format", "id"])).stdout.trim()
  })

  test("changes are sent, and the file is gone", async () => {
    const EDITOR = editor(
      `sed -i 's/^title:.*/title: Paint the door/; s/^tags:.*/tags: [paint, door]/' "$1"`,
      `echo "Twice." >> "$1"`,
    )
    const { status, output } = await inTerminal(`edit ${id} -e`, { EDITOR })
    expect(output).toContain(`${id} is changed`)
    expect(status).toBe(0)
    expect(await taskOf(id)).toMatchObject({
      ...{ title: "Paint the door", tags: ["paint", "door"], description: "Twice.", version: 2 },
    })
    expect(leftOver()).toEqual([])
  })

  test("VISUAL goes before EDITOR, and a task that was left as it was stays so", async () => {
    const VISUAL = editor(`cp "$1" '${join(space, "seen")}'`, `stat -c %a "$1" > '${join(space, "mode")}'`)
    const { status, output } = await inTerminal(`task edit ${id} --editor`, { VISUAL, EDITOR: "false" })
    expect([status, output]).toEqual([0, `Nothing was changed in ${id}.\n`])
    expect(await taskOf(id)).toMatchObject({ version: 2 })
    expect(readFileSync(join(space, "seen"), "utf8")).toMatch(
      /^---\n# T-1, version 2\. [^]*\ntitle: Paint the door\n/,
    )
    expect(readFileSync(join(space, "mode"), "utf8")).toBe("600\n")
    expect(leftOver()).toEqual([])
  })

  test("what cannot be read, or is refused, keeps the text and says the line", async () => {
    for (const [change, line, message] of [
      ["s/^priority:/prio:/", 7, "prio: is not a task field; did you mean priority?"],
      ["s/^eta:.*/eta: soonish/", 14, "eta: expected a duration"],
      ["s/^blockedBy:.*/blockedBy: [T-99]/", 17, "blockedBy: there is no task T-99"],
    ] as const) {
      const { status, output } = await inTerminal(`edit ${id} -e`, {
        EDITOR: editor(`sed -i '${change}' "$1"`),
      })
      expect(status).toBe(2)
      const file = keptIn(output)
      expect(output).toContain(`${file}:${line}: ${message}`)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    expect(await taskOf(id)).toMatchObject({ version: 2 })
  })

  test("what others changed meanwhile is not overwritten", async () => {
    const other = `'${process.execPath}' '${resolve("dist/cli.cjs")}' edit ${id} --priority P0 > /dev/null`
    const EDITOR = editor(other, `sed -i 's/^title:.*/title: Mine/' "$1"`)
    const { status, output } = await inTerminal(`edit ${id} -e`, { EDITOR })
    expect(status).toBe(1)
    expect(output).toContain(`${id} is at version 3, not 2. Your text is in `)
    expect(readFileSync(keptIn(output), "utf8")).toContain("title: Mine")
    expect(await taskOf(id)).toMatchObject({ title: "Paint the door", priority: "P0", version: 3 })
  })

  test("a text that is not UTF-8 changes nothing, and is kept", async () => {
    const { status, output } = await inTerminal(`edit ${id} -e`, {
      EDITOR: editor(`printf 'caf\\351' >> "$1"`),
    })
    expect([status, output]).toEqual([2, expect.stringContaining(`${id}.md is not UTF-8 text.`)])
    expect(await taskOf(id)).toMatchObject({ version: 3 })
  })

  test("an editor that fails changes nothing, and its text is kept", async () => {
    const failed = await inTerminal(`edit ${id} -e`, { EDITOR: editor(`echo more >> "$1"`, "exit 3") })
    expect([failed.status, failed.output]).toEqual([2, expect.stringContaining("exited with status 3")])
    expect(readFileSync(keptIn(failed.output), "utf8")).toContain("more")
    const bare = await inTerminal(`edit ${id} -e`, { EDITOR: "no-such-editor" })
    expect([bare.status, leftOver()]).toEqual([2, []])
    expect(await taskOf(id)).toMatchObject({ version: 3 })
  })

  test("without an editor it is refused", async () => {
    const { status, output } = await inTerminal(`edit ${id} -e`, { VISUAL: " " })
    expect([status, output]).toEqual([2, expect.stringContaining("No editor is set.")])
  })
})

test.each<[string[], string]>([
  [["edit", "T-1", "-e"], "No terminal is available to run an editor in."],
  [
    ["edit", "T-1", "-e", "--priority", "P1"],
    "--editor opens all fields for editing, so it cannot be combined with priority.",
  ],
  [["edit", "T-1", "T-2", "-e"], "--editor applies to one task, but several tasks are named."],
])("%j is refused", async (args, message) => {
  const refused = await upnext(args, { EDITOR: "true" })
  expect(refused).toMatchObject({ status: 2, stdout: "" })
  expect(refused.stderr).toContain(message)
})
