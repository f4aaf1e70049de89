import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { hasScript } from "../support/in-terminal.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart()
const { upnext } = served
const byAnn = ["--agent", "ann"]
const add = async (title: string) => (await upnext(["add", title, "--format", "id", ...byAnn])).stdout.trim()
const titleOf = async (id: string) => (await upnext(["show", id])).stdout.split("\n")[0]

test("what was done last is taken back, listed, and done again", async () => {
  const id = await add("Write it")
  await upnext(["edit", id, "--title", "Paint it", ...byAnn])
  expect(await upnext(["undo", ...byAnn])).toMatchObject({
    status: 0,
    stdout: `✓ Undone: ${id} changed (title).\n`,
  })
  expect(await titleOf(id)).toBe(`${id}  Write it`)
  const { stdout } = await upnext(["undo", "--list", ...byAnn])
  expect(stdout).toMatch(/^SEQ +WHAT +TASKS +WHEN\n/)
  expect(stdout).toMatch(new RegExp(`^ *\\d+ +undo +${id} .*\\n *\\d+ +task edited +${id} .* undone$`, "m"))
  expect((await upnext(["redo", ...byAnn])).stdout).toBe(`✓ Done again: ${id} changed (title).\n`)
  expect(await titleOf(id)).toBe(`${id}  Paint it`)
})

test("only what was done to a task, and what somebody changed since is left alone", async () => {
  const [a, b] = [await add("first"), await add("second")]
  await upnext(["edit", a, "--title", "mine", ...byAnn])
  await upnext(["edit", b, "--eta", "1h", ...byAnn])
  await upnext(["edit", a, "--title", "his", "--agent", "bob"])
  const blocked = await upnext(["undo", a, ...byAnn])
  expect(blocked).toMatchObject({ status: 1, stdout: "" })
  expect(blocked.stderr).toMatch(
    new RegExp(
      `^error ${a} has since been changed: its title is different now\\.\\nhint  \`upnext history ${a}.*\`upnext undo --list`,
    ),
  )
  expect((await upnext(["undo", "--last", "2", ...byAnn])).status).toBe(1)
  expect((await upnext(["undo", b, ...byAnn])).stdout).toBe(`✓ Undone: ${b} changed (eta).\n`)
  const nothing = await upnext(["undo", "--agent", "eve"])
  expect(nothing.stderr).toMatch(/^error There is nothing to undo\.\nhint {2}`upnext undo --list/)
})

test("a redo takes nothing back from before a newer change", async () => {
  const byGus = ["--agent", "gus"]
  const id = await add("Old")
  for (const command of [["edit", id, "--title", "New"], ["undo"], ["add", "Next"]])
    await upnext([...command, ...byGus])
  expect(await upnext(["redo", ...byGus])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^error There is nothing to redo: you have made changes since\.\n/,
    ) as string,
  })
})

describe("an action that cannot be undone", () => {
  const byHal = ["--agent", "hal"]
  const list = async () => (await upnext(["undo", "--list", ...byHal])).stdout.split("\n")

  test("stands in the list where it stands in the way, with the command that does the opposite", async () => {
    const id = await add("Finish it")
    await upnext(["edit", id, "--title", "Before", ...byHal])
    await upnext(["claim", id, ...byHal])
    const claimed = await list()
    expect(claimed[1]).toMatch(new RegExp(`^ *— +task claimed +${id} .*cannot be undone$`))
    expect(claimed).toContain(`Instead of undo (—): upnext release ${id}`)
    await upnext(["comment", id, "Hm", ...byHal])
    await upnext(["edit", id, "--title", "After", ...byHal])
    const [, ...rows] = await list()
    expect(rows).toContain(`Instead of undo (—): upnext comment ${id}`)
    expect(rows.slice(0, 3)).toEqual([
      expect.stringMatching(/^ *\d+ +task edited /),
      expect.stringMatching(`— +task commented +${id} .*cannot be undone$`),
      expect.stringMatching(/^ *\d+ +task edited /),
    ])
    expect((await upnext(["undo", "--list", "--last", "1", ...byHal])).stdout).not.toContain("—")
    expect((await upnext(["undo", "--list", "--json", ...byHal])).json()).toMatchObject({
      commands: [{ type: "task.edited" }, { type: "task.edited" }],
      final: { type: "task.commented", tasks: [id], status: "doing" },
    })
  })
})

describe.runIf(hasScript)("in a terminal, the opposite of an action that cannot be undone", () => {
  function typed(line: string, input: string, env: NodeJS.ProcessEnv = {}) {
    const { stdout, status } = spawnSync("script", ["-qec", `node dist/cli.cjs ${line}`, "/dev/null"], {
      ...{ input, encoding: "utf8", timeout: 30_000 },
      env: { PATH: process.env["PATH"], NO_COLOR: "1", UPNEXT_URL: served.server.url, ...env },
    })
    return { shown: stdout.replaceAll("\r", ""), status }
  }

  test("is offered, and yes does it under the same name", async () => {
    const id = await add("Oops")
    await upnext(["claim", id, "--agent", "jo"])
    const released = typed("undo --agent jo", "y\n")
    expect(released.shown).toContain(`Your last action cannot be undone: ${id}`)
    expect(released.shown).toContain(`Release ${id} instead? [y/N]`)
    expect(released.shown).toContain(`✓ ${id} is given back (todo)`)
    expect(released.status).toBe(0)
    await upnext(["claim", id, "--agent", "jo"])
    const kept = typed("undo --agent jo", "n\n")
    expect(kept.shown).toMatch(new RegExp(`Release ${id} instead\\?[^]*hint {2}.upnext release ${id} `))
    expect(kept.status).toBe(1)
  })

  test("is not offered with --json, nor to a coding agent", async () => {
    const id = await add("Not asked")
    await upnext(["claim", id, "--agent", "kim"])
    for (const { shown, status } of [
      typed("undo --agent kim --json", "y\n"),
      typed("undo --agent kim", "y\n", { CLAUDECODE: "1" }),
    ]) {
      expect(shown).not.toContain("[y/N]")
      expect(status).toBe(1)
    }
  })
})

test("a pause that was changed since is pointed to, where there is no task", async () => {
  await upnext(["agent", "describe", "bob", "--role", "x"])
  await upnext(["agent", "pause", "bob", ...byAnn])
  await upnext(["agent", "pause", "bob", "--reason", "ill", "--agent", "eve"])
  const { stderr } = await upnext(["undo", ...byAnn])
  expect(stderr).toMatch(
    /^error The pause for bob has since been changed\.\nhint {2}`upnext agent list\b.* who is paused/,
  )
})

test("after a redo the list says that it is done", async () => {
  const [id, byCy] = [await add("third"), ["--agent", "cy"]]
  for (const command of [["edit", id, "--title", "mine"], ["undo"], ["redo"]])
    await upnext([...command, ...byCy])
  const { stdout } = await upnext(["undo", "--list", ...byCy])
  expect(
    stdout.split("\n").map((line) => / (undo|redo|task edited) .*?(undone)?$/.exec(line)?.slice(1)),
  ).toEqual([...[undefined, ["redo", undefined], ["undo", "undone"], ["task edited", undefined], undefined]])
})

test("what cannot be taken back is not passed over: what came before it is named", async () => {
  const [id, other] = [await add("Write"), await add("Read")]
  for (const [acts, leads] of [
    [["claim", other], `\`upnext release ${other} --agent ann\` gives the task back. `],
    [["comment", other, "Hm"], `\`upnext comment ${other} --agent ann\` adds a correction. `],
    [["release", other], `\`upnext claim ${other} --agent ann\` takes it again. `],
  ] as const) {
    await upnext(["edit", id, "--title", `Before ${acts[0]}`, ...byAnn])
    await upnext([...acts, ...byAnn])
    const { status, stderr } = await upnext(["undo", ...byAnn])
    expect([status, stderr.replace(/ --url \S+(?=`)/g, "").split("\n")], acts[0]).toEqual([
      1,
      [
        expect.stringContaining(`error Your last action cannot be undone: ${other}, “`),
        `hint  ${leads}\`upnext undo ${id} --agent ann\` undoes what you did to ${id} before that.`,
        "",
      ],
    ])
    expect((await upnext(["undo", id, ...byAnn])).stdout).toContain(`✓ Undone: ${id} changed (title).`)
  }
  // What somebody else did, or a sign of life, is nothing that Ann did last.
  await upnext(["edit", id, "--title", "Paint", ...byAnn])
  await upnext(["comment", other, "No", "--agent", "eve"])
  expect((await upnext(["undo", ...byAnn])).stdout).toContain(`✓ Undone: ${id} changed (title).`)
})

test("an agent that was described or taken off the list is an act, too", async () => {
  const id = await add("Precious")
  for (const acts of [
    ["agent", "describe", "cleo", "--skill", "x"],
    ["agent", "describe", "cleo", "--skill", "y"],
    ["agent", "delete", "cleo"],
  ]) {
    await upnext(["edit", id, "--title", acts.join(" "), ...byAnn])
    await upnext([...acts, ...byAnn])
    const { status, stderr } = await upnext(["undo", ...byAnn])
    expect([status, stderr], acts.join(" ")).toEqual([
      1,
      expect.stringMatching(
        /^error Your last action cannot be undone: “.*\nhint {2}`upnext agent describe .* (?:changes|lists) it again\. /,
      ),
    ])
  }
})

test("finished work is opened again, listed, and finished by a redo, unless work on it went on", async () => {
  const byEve = ["--agent", "eve"]
  const [id, next] = [await add("Fix"), await add("Ship")]
  await upnext(["edit", next, "--blocked-by", id, ...byAnn])
  await upnext(["done", id, "--lesson", "x", ...byEve])
  expect((await upnext(["undo", "--list", ...byEve])).stdout).toMatch(new RegExp(`task completed +${id} `))
  expect((await upnext(["undo", ...byEve])).stdout).toContain(`✓ Undone: ${id} finished.`)
  expect((await upnext(["redo", ...byEve])).stdout).toContain(`✓ Done again: ${id} finished.`)
  await upnext(["claim", next, ...byAnn])
  for (const command of [["undo"], ["undo", id]]) {
    const { status, stderr } = await upnext([...command, ...byEve])
    expect([status, stderr], command.join(" ")).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^error ${id} was blocking ${next}, which has since been started\\.\nhint {2}.upnext reopen ${id} .* opens it again\\.`,
        ),
      ),
    ])
  }
})

test("a task that there is not is not one without changes", async () => {
  const { status, stderr } = await upnext(["undo", "T-999", ...byAnn])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^error There is no task T-999\.\n/)])
})

test("the list has the newest 20, and each row can be undone by its number", async () => {
  const byFay = ["--agent", "fay"]
  for (let n = 1; n <= 22; n++) await upnext(["add", `Task ${n}`, ...byFay])
  const { stdout } = await upnext(["undo", "--list", ...byFay])
  const [head, , second, ...rest] = stdout.trim().split("\n")
  expect([head, rest.length, rest.at(-1)]).toEqual([
    expect.stringMatching(/^SEQ +WHAT/),
    19,
    "20 of 22; all: upnext undo --list --agent fay --last 22",
  ])
  const all = await upnext(["undo", "--list", "--last", "22", ...byFay])
  expect(all.stdout.trim().split("\n")).toHaveLength(23)
  const [, seq = "", id = ""] = /^(\d+) .* (T-\d+) /.exec(second ?? "") ?? []
  expect((await upnext(["undo", "--seq", seq, ...byFay])).stdout).toBe(`✓ Undone: ${id} added.\n`)
})
