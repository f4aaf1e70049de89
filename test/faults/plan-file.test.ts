import { spawn } from "node:child_process"
import { appendFileSync, readFileSync, renameSync, statSync, watch, writeSync } from "node:fs"
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"
import { afterAll, expect, test } from "vitest"
import { replaceSame } from "../../src/commands/export/replace-same.ts"
import { serve } from "../commands/upnext.ts"
import { call } from "../support/server.ts"

const kills = Number(process.env["UPNEXT_TEST_KILLS"] ?? 20)

const board = await serve()
const space = await mkdtemp(join(tmpdir(), "upnext-plan-file-"))
afterAll(() => rm(space, { recursive: true, force: true }))

const boxes = 120
const textOf = (mark: string) =>
  Array.from({ length: boxes }, (_, i) => `- [${mark}] T${1000 + i} Do ${i} in src/a${i}.ts\n`).join("")

/** A plan in a folder of its own. */
async function planOf(name: string, text: string): Promise<{ folder: string; path: string }> {
  const folder = join(space, name, "specs/001-a")
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "tasks.md"), text)
  return { folder, path: join(folder, "tasks.md") }
}

function start(args: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_URL: board.server.url }
  const child = spawn(process.execPath, ["dist/cli.cjs", ...args], { env, stdio: "ignore" })
  return { child, ended: new Promise<number | null>((resolve) => child.once("close", resolve)) }
}

async function timed(args: readonly string[]): Promise<number> {
  const from = performance.now()
  expect(await start(args).ended).toBe(0)
  return performance.now() - from
}

const count = async (query: string) =>
  (await call(board.server.url, "GET", `/tasks?limit=1&${query}`)).body["total"] as number

test(`killed at ${kills} moments, an import hands nothing out, and the same command goes on`, async () => {
  const { path } = await planOf("import", textOf(" "))
  const full = await timed(["import", path, "--origin", "whole"])
  expect(await count("source=checklist:whole")).toBe(boxes)
  const states = new Set<string>()
  // Its requests come in the second half of its time: first anywhere there, then between what was too early and too late.
  let [early, late] = [full * 0.3, full * 1.2]
  for (let i = 0; i < kills; i++) {
    const at = i < kills / 2 ? full * (0.3 + (1.8 * i) / kills) : early + (late - early) * ((i * 0.37) % 1)
    const origin = `kill-${i}`
    const args = ["import", path, "--origin", origin]
    const { child, ended } = start(args)
    await Promise.race([pause(at), ended])
    child.kill("SIGKILL")
    await ended
    const open = (await call(board.server.url, "GET", "/imports?limit=1")).body["open"] as object | null
    if (open) expect(await count(`source=checklist:${origin}&ready=true`), origin).toBe(0)
    const state = open ? "open" : (await count(`source=checklist:${origin}`)) > 0 ? "ended" : "none"
    states.add(state)
    if (state === "none" && at < late) early = Math.max(early, at)
    if (state === "ended" && at > early) late = Math.min(late, at)
    expect((await board.upnext(args)).status, origin).toBe(0)
    expect(await count(`source=checklist:${origin}`), origin).toBe(boxes)
    expect(await count(`source=checklist:${origin}&ready=true`), origin).toBe(1)
    expect(await readFile(path, "utf8")).toBe(textOf(" "))
  }
  expect([...states]).toContain("open")
}, 120_000)

test(`killed at ${kills} moments, the file is the old one or the new one, whole, and the same command goes on`, async () => {
  const { folder, path } = await planOf("export", textOf("x"))
  const args = ["export", "--into", path, "--origin", "done"]
  await timed(["import", path, "--origin", "done"])
  const [old, fresh] = [textOf(" "), textOf("x")]
  await writeFile(path, old)
  const full = await timed(args)
  expect(await readFile(path, "utf8")).toBe(fresh)
  const seen = new Set<string>()
  for (let i = 0; i < kills; i++) {
    await writeFile(path, old)
    const { child, ended } = start(args)
    const drafted = new Promise<void>((resolve) => {
      const watching = watch(folder, () => resolve())
      void ended.then(() => watching.close())
    })
    // Half of them from the first write on, in steps of half a millisecond.
    await Promise.race([
      i % 2 === 0 ? pause((full * (i + 1)) / kills) : drafted.then(() => pause((i - 1) / 4)),
      ended,
    ])
    child.kill("SIGKILL")
    await ended
    const text = await readFile(path, "utf8")
    expect([old, fresh].includes(text), `killed at moment ${i}`).toBe(true)
    seen.add(text === old ? "old" : "new")
    expect((await board.upnext(args)).status).toBe(0)
    expect(await readFile(path, "utf8")).toBe(fresh)
  }
  expect([...seen]).toContain("old")
  expect(
    (await readdir(folder)).filter((name) => !/^(?:tasks\.md|\.tasks\.md\.\w+\.part)$/.test(name)),
  ).toEqual([])
}, 120_000)

test("a program that had the file open and writes behind the change keeps what it wrote", async () => {
  const { folder, path } = await planOf("behind", "- [ ] One\n")
  const [before, after] = [Buffer.from("- [ ] One\n"), Buffer.from("- [x] One\n")]
  const writer = await open(path, "r+")
  const { ino } = statSync(path)
  const replaced = replaceSame(path, before, after)
  while (statSync(path).ino === ino) await nextTurn()
  writeSync(writer.fd, "- [ ] Two, and one more\n", 0)
  await writer.close()
  expect(await replaced).toBe(false)
  expect(await readFile(path, "utf8")).toBe("- [ ] Two, and one more\n")
  expect(await readdir(folder)).toEqual(["tasks.md"])
})

test("a line added behind the change is kept, even where an editor saves over the change in that moment", async () => {
  const { folder, path } = await planOf("added", "- [ ] One\n")
  const [before, after] = [Buffer.from("- [ ] One\n"), Buffer.from("- [x] One\n")]
  const writer = await open(path, "a")
  const { ino } = statSync(path)
  const replaced = replaceSame(path, before, after)
  while (statSync(path).ino === ino) await nextTurn()
  writeSync(writer.fd, "Added\n")
  await writer.close()
  await writeFile(join(folder, "new"), `${await readFile(path, "utf8")}Saved\n`)
  await rename(join(folder, "new"), path)
  expect(await replaced).toBe(false)
  expect(await readFile(path, "utf8")).toBe("- [x] One\nSaved\nAdded\n")
  expect(await readdir(folder)).toEqual(["tasks.md"])
})

test("a file that holds something else by now stays as it is", async () => {
  const { folder, path } = await planOf("other", "new\n")
  expect(await replaceSame(path, Buffer.from("old\n"), Buffer.from("x\n"))).toBe(false)
  expect(await readFile(path, "utf8")).toBe("new\n")
  expect(await readdir(folder)).toEqual(["tasks.md"])
})

test("two runs at once and an editor beside them: the lines of the editor and every box are there", async () => {
  const { folder, path } = await planOf("editor", textOf("x"))
  const args = ["export", "--into", path, "--origin", "editor"]
  await board.upnext(["import", path, "--origin", "editor"])
  await writeFile(path, textOf(" "))
  const lines: string[] = []
  const editor = (async () => {
    for (let i = 0; i < 24; i++) {
      await pause(5 + ((i * 37) % 29))
      lines.push(`Note ${i}`)
      if (i % 2 === 0) {
        appendFileSync(path, `Note ${i}\n`)
        continue
      }
      // As many editors save: a new file in the place of the old one. This process comes to nothing else in between.
      for (;;) {
        const text = await readFile(path, "utf8")
        await writeFile(join(folder, "new"), `${text}Note ${i}\n`)
        if (readFileSync(path, "utf8") !== text) continue
        renameSync(join(folder, "new"), path)
        break
      }
    }
  })()
  const runs = await Promise.all([
    start(args).ended,
    start(args).ended,
    board.upnext(args).then(({ status }) => status),
  ])
  await editor
  expect(runs.filter((status) => status !== 0 && status !== 1)).toEqual([])
  expect((await board.upnext(args)).status).toBe(0)
  const text = await readFile(path, "utf8")
  const lost = lines.filter((line) => !text.includes(`${line}\n`))
  // No system call joins a look at a file and its rename, so a rename in that moment may lose a line.
  expect(lost.length, lost.join(", ")).toBeLessThanOrEqual(1)
  expect(text.startsWith(textOf("x"))).toBe(true)
  expect(await readdir(folder)).toEqual(["tasks.md"])
}, 60_000)
