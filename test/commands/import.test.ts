import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { spawnSync } from "node:child_process"
import { openSync, truncateSync } from "node:fs"
import { afterAll, beforeEach, expect, test } from "vitest"
import { serve, upnext as bare } from "./upnext.ts"

const { upnext } = await serve()
const space = await mkdtemp(join(tmpdir(), "upnext-import-"))
afterAll(() => rm(space, { recursive: true, force: true }))
let count = 0
let at = ""
beforeEach(async () => {
  at = join(space, String(count++))
  await mkdir(at)
})

/** Writes a file of this test and tells its path. */
async function put(name: string, text: string): Promise<string> {
  await mkdir(dirname(join(at, name)), { recursive: true })
  await writeFile(join(at, name), text)
  return join(at, name)
}

/** A task in the form of beads; each test has ids of its own. */
const bead = (n: number, more: object = {}) =>
  `${JSON.stringify({ id: `b${count}-${n}`, title: `Task ${n}`, status: "open", priority: 2, ...more })}\n`
const total = async () => (await upnext(["list", "--all", "--json"])).json()["total"] as number
const last = (text: string) => text.trimEnd().split("\n").at(-1)

test("`--format id` prints the ids of the new tasks, and the report on standard error", async () => {
  const file = await put("issues.jsonl", bead(1) + bead(2))
  const { stdout, stderr } = await upnext(["import", file, "--format", "id"])
  const ids = stdout.trimEnd().split("\n")
  expect(ids).toEqual([expect.stringMatching(/^T-\d+$/), expect.stringMatching(/^T-\d+$/)])
  expect(last(stderr)).toContain("2 tasks added, 0 skipped")
  expect((await upnext(["list", "--format", "id", ...ids])).stdout.trimEnd().split("\n")).toEqual(ids)
  expect(await upnext(["import", file, "--format", "id"])).toMatchObject({ status: 0, stdout: "" })
  const later = (await upnext(["import", await put("more.jsonl", bead(3)), "--json"])).json()
  expect(later).toMatchObject({ added: 1, ids: [expect.stringMatching(/^T-\d+$/)] })
})

test("an import reports what becomes what, and the last line counts; a look first changes nothing", async () => {
  const file = await put(
    "issues.jsonl",
    [
      bead(1, { cycle: 7 }),
      bead(2, { status: "odd", dependencies: [{ depends_on_id: "gone", type: "blocks" }] }),
      "no json\n",
    ].join(""),
  )
  const before = await total()
  const look = await upnext(["import", file, "--dry-run"])
  expect([look.status, look.stderr]).toEqual([0, ""])
  expect(look.stdout).toContain("issues.jsonl: 2 tasks, read as beads")
  expect(look.stdout).toContain('1 task with the unknown status "odd" → todo')
  expect(look.stdout).toContain('1 value of "cycle" kept in metadata.imported')
  expect(look.stdout).toContain(
    "1 dependency left out unless the board has the task: it is not in these files",
  )
  expect(look.stdout).toContain("1 line skipped: is not JSON  (line 3)")
  expect(last(look.stdout)).toBe("Nothing has changed yet: issues.jsonl: 2 tasks to add, 1 skipped")
  expect(await total()).toBe(before)

  const first = await upnext(["import", file])
  expect(first.status).toBe(0)
  const originIn = ({ stdout }: { stdout: string }) => /add --origin (\w+)\./.exec(stdout)?.[1]
  expect(originIn(look)).toBe(originIn(first) ?? "none is named")
  expect(last(first.stdout)).toMatch(/^✓ I-\d+, issues\.jsonl: 2 tasks added, 1 skipped$/)
  expect(first.stdout).toMatch(/\nAdded\n {2}T-\d+ {2}Task 1\n {2}T-\d+ {2}Task 2\n/)
  const [undo = ""] = /import --abort I-\d+(?=` undoes this import\.)/.exec(first.stdout) ?? []
  const again = await upnext(["import", file])
  expect(last(again.stdout)).toMatch(/: 0 tasks added, 2 unchanged, 1 skipped$/)
  expect(await total()).toBe(before + 2)
  expect(await upnext(undo.split(" "))).toMatchObject({ status: 0 })
  expect(await total()).toBe(before)
})

test("of a newer file the report names what changed, what stays, and what was deleted here", async () => {
  const file = await put("issues.jsonl", [1, 2, 3].map((n) => bead(n)).join(""))
  await upnext(["import", file])
  const { tasks } = (await upnext(["list", "--all", "--limit", "500", "--json"])).json() as {
    tasks: { id: string; source: string | null }[]
  }
  const mine = [1, 2, 3].map((n) => tasks.find(({ source }) => source?.endsWith(`#b${count}-${n}`)))
  const [ids, sources] = [mine.map((task) => task?.id), mine.map((task) => task?.source)]
  expect((await upnext(["show", ids[0] ?? ""])).stdout).toContain(`comes from  ${sources[0]}`)
  await upnext(["edit", ids[1] ?? "", "--title", "Mine"])
  await upnext(["delete", ids[2] ?? "", "--yes"])
  await put("issues.jsonl", [1, 2, 3].map((n) => bead(n, { title: `New ${n}` })).join(""))
  const { stdout } = await upnext(["import", file])
  expect(stdout).toContain(`Changed here\n  ${ids[0]} (${sources[0]}): title`)
  expect(stdout).toContain(`changed both here and in the source\n  ${ids[1]} (${sources[1]}): title`)
  expect(stdout).toContain(`deleted on this board\n  ${ids[2]} (${sources[2]})`)
  expect(last(stdout)).toMatch(/: 0 tasks added, 1 changed, 1 left as they are, 1 deleted here, 0 skipped$/)
})

test("a second repository changes no task of the first, whatever ids they have in common", async () => {
  const files = {
    "backlog/tasks/task-1.md": "---\nid: task-1\ntitle: TITLE\nstatus: To Do\n---\n",
    "own.csv": "id,title\n1,TITLE\n",
  }
  for (const folder of ["near", "near/packages", "far"])
    for (const [name, text] of Object.entries(files))
      await put(`${folder}/${name}`, text.replace("TITLE", `${folder} ${count}`))
  const git = (...words: string[]) => spawnSync("git", ["-C", join(at, "near"), ...words])
  git("init", "-q")
  git("remote", "add", "origin", `https://ann:secret@example.org/Ann/Shop${count}.git`)
  const bring = async (folder: string, file: string) =>
    last((await upnext(["import", join(at, folder, ...file.split("/"))])).stdout)
  for (const name of Object.keys(files))
    for (const folder of ["near", "near/packages", "far"])
      expect(await bring(folder, name)).toMatch(/: 1 task added, 0 skipped$/)
  expect(await bring("near", "backlog")).toMatch(/: 0 tasks added, 1 unchanged, 0 skipped$/)
  expect(await bring("far", "own.csv")).toMatch(/: 0 tasks added, 1 unchanged, 0 skipped$/)
  const { tasks } = (await upnext(["list", "--all", "--limit", "500", "--json"])).json() as {
    tasks: { title: string; source: string | null }[]
  }
  const sources = tasks.flatMap(({ title, source }) => (title.endsWith(` ${count}`) ? [source] : []))
  expect(sources).toContain(`backlog:ann/shop${count}#task-1`)
  expect(sources).toContain(`csv:ann/shop${count}/packages/own.csv#1`)
  expect(new Set(sources).size).toBe(6)
})

test("the project of the surroundings is for new tasks, and one that is said for all", async () => {
  const file = await put("own.csv", "id,title\n1,One\n")
  const bring = async (project: string, ...flags: string[]) =>
    last((await upnext(["import", file, ...flags], { UPNEXT_PROJECT: project })).stdout)
  expect(await bring("one")).toMatch(/: 1 task added, 0 skipped$/)
  expect(await bring("two")).toMatch(/: 0 tasks added, 1 unchanged, 0 skipped$/)
  const projectNow = async () => {
    const { tasks } = (await upnext(["list", "--all", "--limit", "500", "--json"])).json() as {
      tasks: { source: string | null; project: string; title: string }[]
    }
    return tasks.flatMap(({ title, project }) => (title === "One" ? [project] : []))
  }
  expect(await projectNow()).toContain("one")
  expect(await bring("one", "--project", "two")).toMatch(/: 0 tasks added, 1 changed, 0 skipped$/)
  expect(await projectNow()).toContain("two")
})

test("--strict brings in nothing where something has to be skipped", async () => {
  const before = await total()
  const refused = await upnext(["import", await put("issues.jsonl", `${bead(1)}no json\n`), "--strict"])
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain("1 would be skipped, which --strict refuses.")
  await writeFile(join(at, "latin.csv"), Buffer.from("id,title\n1,Caf\u00e9\n", "latin1"))
  const guessed = await upnext(["import", join(at, "latin.csv"), "--strict"])
  expect([guessed.status, guessed.stderr]).toEqual([
    2,
    expect.stringContaining("1 file read as Windows-1252: it is not UTF-8, which --strict refuses."),
  ])
  expect(await total()).toBe(before)
  expect(await upnext(["import", await put("good.jsonl", bead(2)), "--strict"])).toMatchObject({ status: 0 })
})

test("--json prints the notes and what became of the tasks, in one document", async () => {
  const answer = await upnext(["import", await put("issues.jsonl", bead(1, { cycle: 7 })), "--json"])
  expect(answer.json()).toMatchObject({
    ...{ name: "issues.jsonl", kind: "beads", added: 1, unchanged: 0, skipped: 0 },
    import: { state: "ended", added: 1 },
    notes: expect.arrayContaining([
      { what: "kept", text: '1 value of "cycle" kept in metadata.imported', count: 1, example: '"7"' },
    ]) as unknown,
  })
})

test("standard input is read like a file, as the kind that is named", async () => {
  const issues = JSON.stringify([{ number: count, title: "From a pipe", state: "OPEN" }])
  const words = ["import", "-", "--from", "github"]
  const refused = await upnext(words, {}, issues)
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining("--origin")])
  const { status, stdout } = await upnext([...words, "--origin", "ann/shop"], {}, issues)
  expect(status).toBe(0)
  expect(last(stdout)).toMatch(/^✓ I-\d+, standard input: 1 task added, 0 skipped$/)
})

test("of a folder it takes what a tool keeps there; of two tools the one that is named", async () => {
  await put(".beads/issues.jsonl", bead(1))
  await put("README.md", "# Not a task\n")
  expect(last((await upnext(["import", at])).stdout)).toContain("1 task added")
  await put("backlog/tasks/task-1.md", `---\nid: f${count}-1\ntitle: From Backlog\n---\n`)
  const refused = await upnext(["import", at])
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`${at} holds .beads/issues.jsonl and backlog.`),
  ])
  expect(last((await upnext(["import", at, "--from", "backlog"])).stdout)).toContain("1 task added")
})

test("a folder of CSV is read as one import, with each file as its own project", async () => {
  const head = "TYPE,CONTENT,PRIORITY,INDENT\n"
  await put("Home.csv", `${head}task,Wash ${count},4,1\n`)
  await put("Work.csv", `${head}task,Write ${count},4,1\n`)
  const { stdout } = await upnext(["import", at])
  expect(last(stdout)).toContain("2 tasks added")
  expect((await upnext(["list", "--project", "Work"])).stdout).toContain(`Write ${count}`)
})

test("a link in a folder is not followed, wherever it leads", async () => {
  const secret = await put("elsewhere/secret.jsonl", bead(1, { title: "A secret" }))
  await put("given/tasks.csv", "id,title\n1,Good\n")
  await symlink(secret, join(at, "given", "issues.jsonl"))
  await symlink(join(at, "elsewhere"), join(at, "given", ".beads"))
  const { stdout } = await upnext(["import", join(at, "given"), "--dry-run"])
  expect(stdout).toContain("2 links in the folder skipped: links are not followed  (.beads, issues.jsonl)")
  expect(last(stdout)).toBe("Nothing has changed yet: given: 1 task to add, 2 skipped")
  expect(stdout).not.toContain("secret")
})

test("columns and statuses are what the flags say", async () => {
  const file = await put("own.csv", "nr,Titel,Stand\n1,Eins,In QA\n")
  const flags = ["--from", "csv", "--map", "nr=id", "--map", "Titel=title", "--map", "Stand=status"]
  const { stdout } = await upnext([
    "import",
    file,
    ...flags,
    "--map-status",
    "in qa=review",
    "--project",
    "de",
  ])
  expect(last(stdout)).toContain("1 task added")
  expect((await upnext(["list", "--project", "de", "--all"])).stdout).toMatch(/review .*Eins/)
})

test("a backup beside the issues of beads is named, with the command that reads it", async () => {
  await put(".beads/issues.jsonl", bead(1))
  const backup = await put(".beads/backup/issues.jsonl", bead(1) + bead(2))
  const { stdout } = await upnext(["import", at, "--dry-run"])
  const [, way = ""] = /`upnext (import [^`]*)` reads/.exec(stdout) ?? []
  expect(way).toContain(backup)
  const { stdout: other } = await upnext([...way.split(" "), "--dry-run"])
  expect(last(other)).toContain("2 tasks to add")
})

test.each([
  [["import"], "No file was given."],
  [["import", "/nowhere"], "There is no file or folder /nowhere."],
  [["import", "README.md"], "Can't tell which tool wrote README.md."],
  [["import", "src"], "Found nothing to import in src."],
  [["import", "x.csv", "--from", "bead"], "Did you mean beads?"],
  [["import", "x.csv", "--map", "a"], "needs a name on both sides of the ="],
  [["import", "x.csv", "--map", "a=titel"], '"titel" is not a field'],
  [["import", "x.csv", "--map-status", "QA=revue"], '"revue" is not a status'],
])("%j is refused with what is wrong", async (args, said) => {
  const refused = await upnext(args)
  expect(refused).toMatchObject({ status: 2, stdout: "" })
  expect(refused.stderr).toContain(said)
})

test("Markdown without an item is refused with the form of a task, and other Markdown with a command that works", async () => {
  const words = await put("words.md", "Only words.\n")
  expect((await upnext(["import", words])).stderr).toContain(
    "Write each task as an item with a box: `- [ ] Title`.",
  )
  const list = await put("notes.md", "# Notes\n\n- one\n")
  expect((await upnext(["import", list])).stderr).toContain(`upnext plan ${list}`)
  expect((await upnext(["plan", list, "--dry-run"])).status).toBe(0)
})

test("without a server it says so, and that the same command goes on", async () => {
  const file = await put("issues.jsonl", bead(1))
  const { status, stderr } = await bare(["import", file, "--url", "http://127.0.0.1:1"])
  expect(status).toBe(4)
  expect(stderr).toContain("The same command resumes the import where it stopped")
})

test("an import is taken back by its file, by its id, or as the one that has not ended", async () => {
  const before = await total()
  const [a, b] = [await put("a.jsonl", bead(1)), await put("b.jsonl", bead(2))]
  await upnext(["import", a])
  const id = /I-\d+/.exec((await upnext(["import", b])).stdout)?.[0] ?? ""
  await upnext(["import", a])
  const { stdout } = await upnext(["import", a, "--abort"])
  expect(stdout).toContain("(a.jsonl). 1 in the trash, 0 as they were before")
  expect((await upnext(["import", id, "--abort", "--json"])).json()).toMatchObject({
    import: { id, state: "taken_back" },
  })
  expect(await total()).toBe(before)
  const none = await upnext(["import", "--abort"])
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("no unfinished import")])
})

/** Runs an import of what is on standard input, or of a file, and tells how much memory it took, in bytes. */
function importMeasured(
  path: string,
  input: string,
): { status: number | null; stderr: string; memory: number } {
  // Linux counts to `maxRSS` what the process had that started this one.
  const program = `process.on("exit", () => {
      let most = process.resourceUsage().maxRSS
      try { most = /VmHWM:\\s+(\\d+)/.exec(require("fs").readFileSync("/proc/self/status", "utf8"))[1] } catch {}
      console.error("KIB", most)
    })
    process.argv = ["node", "upnext", "import", ${JSON.stringify(path)}]
    require("./dist/cli.cjs")`
  const stdin = openSync(input, "r")
  const run = spawnSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    stdio: [stdin, "pipe", "pipe"],
  })
  const [, kib = "NaN"] = /^KIB (\d+)$/m.exec(run.stderr) ?? []
  return { status: run.status, stderr: run.stderr, memory: Number(kib) * 1024 }
}

test("a gigabyte in one line is refused before it is read, and without an end after 256 MiB", async () => {
  const file = await put("huge.jsonl", "{")
  truncateSync(file, 1024 ** 3)
  const large = importMeasured(file, "/dev/null")
  expect([large.status, large.stderr]).toEqual([
    2,
    expect.stringContaining("huge.jsonl is larger than 256 MiB."),
  ])
  expect(large.memory).toBeLessThan(150 * 1024 ** 2)
  for (const [path, input] of [
    ["-", "/dev/zero"],
    ["/dev/zero", "/dev/null"],
  ] as const) {
    const endless = importMeasured(path, input)
    expect([endless.status, endless.stderr]).toEqual([2, expect.stringContaining("is larger than 256 MiB.")])
    expect(endless.memory).toBeLessThan(700 * 1024 ** 2)
  }
})

test("a name of a file that would control the terminal is shown without that", async () => {
  const { stdout } = await upnext([
    "import",
    await put("a\u001b[2J\u202eb.csv", "id,title\n1,One\n"),
    "--dry-run",
  ])
  expect(stdout).toContain("a<U+202E>b.csv: 1 task")
  for (const steering of ["\u001b", "\u202e"]) expect(stdout).not.toContain(steering)
})
