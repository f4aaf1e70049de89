import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { freePort } from "./support/free-port.js"
import { call } from "./support/server.ts"

let clone: string
const git = (...args: string[]) => {
  const author = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
  execFileSync("git", ["-C", clone, ...author, ...args], { stdio: "ignore" })
}
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "upnext-release-"))
  // The tree as it is here, also where it is not committed yet.
  const leftOut = [".git", "node_modules", "release"].map((name) => resolve(name))
  cpSync(".", clone, { recursive: true, filter: (path) => !leftOut.includes(resolve(path)) })
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"))
  git("init", "--quiet")
  // As a link it is no directory, which is what .gitignore names.
  writeFileSync(join(clone, ".git", "info", "exclude"), "node_modules\n")
  git("add", "--all")
  git("commit", "--quiet", "--message", "All")
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

const release = (...args: string[]) =>
  spawnSync("npm", ["run", "--silent", "release", "--", ...args], { cwd: clone, encoding: "utf8" })

test("a release is made from a clean tree only", () => {
  writeFileSync(join(clone, "stray.txt"), "")
  const result = release("--dry-run")
  rmSync(join(clone, "stray.txt"))
  expect(result.status).toBe(1)
  expect(result.stderr).toContain("The tree is not clean:\n?? stray.txt")
  expect(readdirSync(clone)).not.toContain("release")
})

test("a dry run makes the tarball, the executable, the SBOM, the changelog's section and their checksums, and tags nothing; the executable does its work where no Node is", async () => {
  const result = release("--dry-run", "--built")
  expect(result.status, result.stderr).toBe(0)
  const out = join(clone, "release")
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  const binary = `upnext-${version}-linux-${process.arch}`
  const files = ["CHANGES.md", "SHA256SUMS", "sbom.cdx.json", binary, `upnext-${version}.tgz`]
  expect(readdirSync(out).sort()).toEqual(files)
  const checked = execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: out, encoding: "utf8" })
  expect(checked.trim().split("\n")).toHaveLength(4)

  const packed = execFileSync("tar", ["-tzf", join(out, `upnext-${version}.tgz`)], { encoding: "utf8" })
  expect(packed).toContain("package/dist/cli.cjs\n")
  expect(packed).not.toContain("release")

  const [, section = ""] = readFileSync("CHANGELOG.md", "utf8").split(`\n## ${version}\n`)
  expect(readFileSync(join(out, "CHANGES.md"), "utf8").trim()).toBe(section.split("\n## ")[0]?.trim())

  const sbom = JSON.parse(readFileSync(join(out, "sbom.cdx.json"), "utf8")) as Sbom
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "upnext", version } } })
  const notices = readFileSync(join(clone, "dist", "NOTICES.txt"), "utf8")
  const bundled = [...notices.matchAll(/^(\S+ \d\S*) \(.*\)\n-+$/gm)].map(([, title]) => title)
  expect(sbom.components.map((each) => `${each.name} ${each.version}`).sort()).toEqual(bundled.sort())
  expect(bundled).toContain(`h3 ${sbom.components.find(({ name }) => name === "h3")?.version}`)
  expect(sbom.components.every(({ hashes }) => hashes[0]?.alg === "SHA-512")).toBe(true)
  expect(execFileSync("git", ["-C", clone, "tag"], { encoding: "utf8" })).toBe("")
  await useWithoutNode(join(out, binary))
}, 300_000)

test("making the executable ends with where it is, and says nothing else", () => {
  const result = spawnSync(process.execPath, [".ci/binary.js"], { cwd: clone, encoding: "utf8" })
  const { size } = statSync(join(clone, "release", "upnext"))
  expect(result).toMatchObject({
    status: 0,
    stdout: `The executable is release/upnext, ${Math.round(size / 1e6)} MB.\n`,
    stderr: "",
  })
})

/** Tries all that an executable needs its inside for, where there is no Node. */
async function useWithoutNode(path: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "upnext-binary-"))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const bin = join(home, "bin")
  mkdirSync(bin)
  renameSync(path, join(bin, "upnext"))
  const port = await freePort()
  const run = (args: readonly string[], input = "") => {
    const env = { PATH: bin, HOME: home, UPNEXT_AGENT: "ann", UPNEXT_PORT: String(port) }
    const { status, stdout, stderr } = spawnSync("upnext", args, { cwd: home, env, input, encoding: "utf8" })
    return { status, text: stdout + stderr }
  }
  const started = run(["start", "--detach"])
  onTestFinished(() => void run(["stop"]))
  expect(started.text).toContain("\n    upnext stop\n")
  expect(run(["add", "One"]).text).toContain("T-1")
  expect(run(["task", "add", "--help"]).text).toContain("the task should be done by this time")
  const url = `http://127.0.0.1:${port}`
  const page = await call(url, "GET", "/assets/dashboard.js")
  expect(page.text).toBe(brotliDecompressSync(readFileSync("dist/assets/dashboard.js.br")).toString())
  expect(run(["work", "--once", "--", "/bin/true"])).toMatchObject({ status: 0 })
  const { body } = await call(url, "GET", "/tasks?at=1&fields=id,status")
  expect(body.tasks).toEqual([{ id: "T-1", status: "todo" }])
  expect(run(["plan", "-"], "- [ ] Two\n").text).toContain("T-2")
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } }
  const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: hello }
  expect(run(["mcp"], `${JSON.stringify(message)}\n`).text).toContain('"serverInfo":{"name":"upnext"')
  expect(run(["completions", "zsh"]).text).toContain("#compdef upnext")
  expect(run(["service", "install", "--print"]).text).toContain(`ExecStart=${join(bin, "upnext")} start`)
  expect(run(["doctor"]).text).toContain("All is well.")
  expect(run(["stop"])).toMatchObject({ status: 0 })
  expect(run(["start", "--database", "postgres://127.0.0.1:1/none"]).text).toContain("ECONNREFUSED")
}

test("a release whose changes have no version yet is refused", () => {
  const changelog = join(clone, "CHANGELOG.md")
  const text = readFileSync(changelog, "utf8")
  writeFileSync(changelog, text.replace(/^## /m, "## Unreleased\n\n- Something\n\n## "))
  git("commit", "--all", "--quiet", "--message", "Change something")
  const result = release()
  expect(result.status).toBe(1)
  expect(result.stderr).toContain("changes that belong to no version")
  expect(execFileSync("git", ["-C", clone, "tag"], { encoding: "utf8" })).toBe("")
})

test("the image is built and runs on one release of Node with long-term support, the newest that CI tests", () => {
  const stages = readFileSync("Dockerfile", "utf8").matchAll(/^FROM node:(\d+)-slim/gm)
  const [major = 0, ...others] = new Set([...stages].map(([, of]) => Number(of)))
  const [, tested = ""] = /node: \[([\d, ]+)\]/.exec(readFileSync(".github/workflows/ci.yml", "utf8")) ?? []
  expect(others).toEqual([])
  expect(major % 2).toBe(0)
  expect(major).toBe(Math.max(...tested.split(",").map(Number)))
})

interface Sbom {
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly hashes: readonly { readonly alg: string }[]
  }[]
}
