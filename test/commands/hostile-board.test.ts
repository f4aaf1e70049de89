import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { gitEnv, realRepository } from "../repository/real-git.ts"
import { serve, upnext } from "./upnext.ts"

const served = await serve()

/** Texts that would do something if they reached a shell, an option of git, a path or a ref. */
const evil = [
  "$(touch pwned)",
  "--upload-pack=touch pwned",
  "; touch pwned;",
  "refs/heads/main:refs/heads/pwned",
  "`touch pwned`",
  "-c core.sshCommand=touch\u00a0pwned",
  "../../pwned",
  "@{u}",
  "main\u202e",
  "ｍain",
]

/** So many are tried in the suite; with UPNEXT_LONG all are. */
const few = 4

/** Programs that write down how they are started, and then are what they seem. */
function watched(directory: string): { path: string; started(): string[][] } {
  const [bin, log] = [join(directory, "bin"), join(directory, "started")]
  mkdirSync(bin)
  writeFileSync(log, "")
  for (const name of ["git", "sh", "touch"]) {
    const real = (process.env["PATH"] ?? "").split(":").find((each) => existsSync(join(each, name))) ?? "/bin"
    // In one write, since several may be started at once.
    const note = `printf '%s\\0' ${name} "$@" $'\\1' >> '${log}'`
    const script = `#!/bin/bash\n${note}\nexec ${join(real, name)} "$@"\n`
    writeFileSync(join(bin, name), script)
    chmodSync(join(bin, name), 0o755)
  }
  const path = `${bin}:${process.env["PATH"] ?? ""}`
  const started = () =>
    readFileSync(log, "utf8")
      .split("\u0001\0")
      .filter((each) => each !== "")
      .map((each) => each.split("\0").slice(0, -1))
  return { path, started }
}

test("nothing of a board whose every word is hostile is ever executed, or reaches git as an option, a path or a ref", async () => {
  const repository = realRepository({
    ".upnext.json": JSON.stringify({ setup: "true own-setup", checks: { ok: "true own-check" } }),
    ...Object.fromEntries(["$(touch pwned)", "-rf", "; touch pwned"].map((name) => [name, "a\n"])),
  })
  const place = join(repository.root, "..")
  const { path: PATH, started } = watched(place)
  const as = (agent: string, cwd: string, ...args: string[]) =>
    upnext(
      args,
      {
        ...{ ...gitEnv, PATH, HOME: join(place, "home"), UPNEXT_URL: served.server.url },
        ...{ UPNEXT_AGENT: agent, UPNEXT_SESSION: "s1" },
      },
      "",
      cwd,
    )
  const send = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" }
    const sent = await fetch(served.server.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    expect(sent.status, `${path} ${JSON.stringify(body)}: ${await sent.clone().text()}`).toBeLessThan(300)
    return (await sent.json()) as { task: { id: string } }
  }
  await as("ann", repository.root, "verify", "--yes")
  const hash = repository.git("rev-parse", "HEAD").trim()

  for (const [i, word] of evil.entries()) {
    // Each word costs seven processes of ours.
    if (i >= few && !process.env["UPNEXT_LONG"]) break
    const agent = `a${i} ${word}`.slice(0, 60)
    const { task } = await send("/tasks", {
      ...{ title: word, description: word, tags: [word], project: word.slice(0, 60), priority: "P0" },
      ...{
        done_criteria: [word],
        checks: i % 2 === 0 ? ["ok"] : [word.slice(0, 60), "ok"],
        metadata: { word },
      },
    })
    // An attempt elsewhere, by somebody whose words are hostile too.
    await send(`/tasks/${task.id}/claim`, { agent, session: "s0" })
    await send(`/tasks/${task.id}/work`, {
      ...{ agent, session: "s0", repository: word, branch: word, base: word, tree: hash, commit: hash },
      ...{ files: 1, additions: 1, deletions: 1, host: word, path: word },
    })
    await send(`/tasks/${task.id}/release`, { agent, session: "s0", failed: false, reason: word })
    const claimed = await as(agent, repository.root, "claim", task.id, "--worktree", "--format", "path")
    expect([claimed.status, claimed.stdout.trim()], word).toEqual([
      0,
      `${repository.root}.trees/${task.id}.3`,
    ])
    const tree = claimed.stdout.trim()
    writeFileSync(join(tree, `--output=pwned ${i}`), word)
    await as(agent, tree, "verify", task.id)
    expect((await as("pat", tree, "worktree", "list")).status).toBe(0)
    await as("pat", tree, "worktree", "current", word)
    expect((await as(agent, tree, "done", task.id, `--no-lesson=${word}`)).status, word).toBe(0)
    // A check of a name that nobody knows is red.
    const landed = await as("pat", repository.root, "land", task.id)
    expect([landed.status, landed.stderr], word).toEqual([i % 2, expect.any(String)])
    await as("pat", repository.root, "worktree", "clean")
  }
  await send("/tasks", { title: "$(touch pwned)", priority: "P0" })
  await as("bob", repository.root, "work", "--once", "--worktree", "--", "true", "own-command")

  const all = started()
  const shells = new Set(all.filter(([name]) => name === "sh").map((args) => args.slice(1).join(" ")))
  // The watch over what a worker starts is one text, and ours.
  const others = [...shells].filter((each) => !each.startsWith("-c true own-"))
  expect(others).toEqual([
    expect.stringMatching(/^-c \nread -r group \|\| exit\n[^'"`$]*"-\$group"[^'`]* upnext-watch$/),
  ])
  expect(shells).toContain("-c true own-setup")
  expect(all.filter(([name]) => name === "touch")).toEqual([])
  const gits = all.filter(([name]) => name === "git")
  expect(gits.length).toBeGreaterThan(50)
  for (const args of gits) for (const word of evil) expect(args.join(" "), word).not.toContain(word)
  const files = [
    place,
    repository.root,
    ...readdirSync(`${repository.root}.trees`).map((each) => join(`${repository.root}.trees`, each)),
  ]
  for (const directory of files) expect(readdirSync(directory).filter((each) => each === "pwned")).toEqual([])
  const refs = repository.git("for-each-ref", "--format=%(refname)").trim().split("\n")
  const own = /^refs\/(?:heads\/(?:main|upnext\/T-\d+\.\d+[a-z0-9-]*)|upnext\/T-\d+\.\d+)$/
  expect(refs.filter((each) => !own.test(each))).toEqual([])
  const subjects = repository.git("log", "--format=%P|%s", "main").trim().split("\n")
  expect(subjects.length).toBeGreaterThan(1)
  for (const each of subjects.slice(0, -1)) expect(each).toMatch(/^[0-9a-f]{40}\|.* \(T-\d+\)$/)
  expect(repository.git("status", "--porcelain")).toBe("")
}, 240_000)
