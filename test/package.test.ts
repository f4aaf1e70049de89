import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freePort } from "./support/free-port.js"
import { readImage } from "./support/image.ts"
import { call } from "./support/server.ts"
import { userPages } from "./support/pages.ts"

const space = mkdtempSync(join(tmpdir(), "upnext-package-"))
const servers: ChildProcess[] = []
afterAll(() => {
  // A test that fails in the middle leaves its server running.
  for (const server of servers) server.kill("SIGKILL")
  rmSync(space, { recursive: true, force: true })
})

/** What npm says of the tarball, as JSON. */
function listPackage(): string {
  return execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
}

async function untilHealthy(url: string): Promise<void> {
  for (;;) {
    const answer = await call(url, "GET", "/health").catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('"install the package globally, then run the `init` subcommand (creates configuration in a per-user directory), then the `start` subcommand": the packed tarball does, from an empty prefix', async () => {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", space], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  ) as { filename: string }[] | Record<string, { filename: string }>
  const [first] = Object.values(packed)
  const prefix = join(space, "prefix")
  execFileSync(
    "npm",
    ["install", "--global", "--offline", "--prefix", prefix, join(space, first?.filename ?? "")],
    { stdio: "ignore" },
  )
  const upnext = join(prefix, "bin", "upnext")
  const user = join(space, "user")
  mkdirSync(user)
  const env = { PATH: process.env["PATH"] ?? "", HOME: user }
  execFileSync(upnext, ["init"], { env })
  expect(JSON.parse(readFileSync(join(user, ".upnext", "config.json"), "utf8"))).toBeTypeOf("object")

  const port = await freePort()
  const server = spawn(upnext, ["start", "--port", String(port)], { env, stdio: "ignore" })
  servers.push(server)
  const exited = new Promise((resolve) => server.once("exit", resolve))
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(url)
  const at = ["--url", url]
  execFileSync(upnext, ["task", "add", "From the package", ...at], { env })
  expect(
    execFileSync(upnext, ["task", "next", "--agent", "ann", "--format", "id", ...at], {
      env,
      encoding: "utf8",
    }),
  ).toBe("T-1\n")
  expect((await call(url, "GET", "/dashboard")).status).toBe(200)
  expect(execFileSync(upnext, ["--version"], { env, encoding: "utf8" })).toMatch(/\d+\.\d+\.\d+/)
  server.kill("SIGTERM")
  expect(await exited).toBe(0)
})

test("the tarball has our licence, the licences of everything bundled, and the pages that the README links to", () => {
  const listed = listPackage()
  const readme = readFileSync("README.md", "utf8")
  // What a picture shows is said in words too.
  const pictures = [...readme.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, words = "", path]) => ({
    words,
    path,
  }))
  const links = [...readme.matchAll(/(?<!!)\[[^\]]*\]\((?!https?:)([^)#]+)\)/g)].map(([, to]) => to)
  expect(pictures.map(({ path }) => path)).toContain("docs/board.webp")
  expect(pictures.filter(({ words }) => words.split(" ").length < 10)).toEqual([])
  expect(links).toContain("docs/rules.md")
  for (const path of ["LICENSE", "README.md", "dist/NOTICES.txt", ...links])
    expect(listed).toContain(`"${path}"`)
  // It is shown where the code is kept. In the tarball it would be a twentieth of what everybody downloads.
  for (const { path = "" } of pictures) expect(existsSync(path), path).toBe(true)
  for (const { path = "" } of pictures) expect(statSync(path).size, path).toBeLessThan(400_000)
  expect(listed).not.toMatch(/\.webp/)
  const notices = readFileSync("dist/NOTICES.txt", "utf8")
  // One package from each bundle: the command line, the server and the page. rou3 comes with h3.
  for (const name of ["citty", "zod", "h3", "rou3", "preact", "uplot"])
    expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)\n-+\n(?:.*\n){1,4}.*Copyright`, "m"))
  expect(notices).not.toMatch(/^(?:vitest|typescript|oxlint) /m)
})

test("the tarball stays under 1,287 kB, and holds nothing that only a build or a contributor needs", () => {
  const [packed] = Object.values(JSON.parse(listPackage()) as Record<string, Packed>)
  expect(packed?.size).toBeGreaterThan(300_000)
  expect(packed?.size).toBeLessThan(1_287_000)
  const paths = packed?.files.map(({ path }) => path) ?? []
  expect(paths).toContain("dist/server.cjs")
  expect(paths.filter((path) => /^(?:src|test|build)\/|bytes\.json$|sea\.cjs$/.test(path))).toEqual([])
  expect(paths.filter((path) => path.startsWith("docs/")).sort()).toEqual([...userPages].sort())
})

interface Packed {
  /** Bytes of the tarball. */
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

test("the image's command runs as an ordinary user with /data as its home, passes the image's health check and stops at its stop signal", async () => {
  const { text, environment, command, check, stopSignal, unpack } = readImage()
  expect(environment).toMatchObject({ UPNEXT_HOME: "/data", UPNEXT_HOST: "0.0.0.0", UPNEXT_PORT: "4445" })
  expect(text).toMatch(/^USER node$/m)

  // Uses only the files that the image copies. Another directory and port stand in for the volume and the container's port.
  const image = join(space, "image")
  unpack(image)
  const data = join(space, "data")
  mkdirSync(data, { mode: 0o700 })
  const port = await freePort()
  const env = {
    PATH: process.env["PATH"] ?? "",
    ...environment,
    UPNEXT_HOME: data,
    UPNEXT_PORT: String(port),
  }
  const [program = "", ...args] = command
  const [probe = "", ...probeArgs] = check.map((part) => part.replace("4445", String(port)))
  const url = `http://127.0.0.1:${port}`
  /** Runs the container once, and resolves with what it said. */
  const runOnce = async (look: (said: string) => Promise<void>) => {
    const server = spawn(program, args, { cwd: image, env, stdio: ["ignore", "pipe", "pipe"] })
    servers.push(server)
    let output = ""
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    const exited = new Promise((resolve) => server.once("exit", resolve))
    await untilHealthy(url)
    await expect.poll(() => output, { timeout: 60_000 }).toContain("Upnext is up.")
    await look(output)
    execFileSync(probe, probeArgs, { cwd: image, env })
    server.kill(stopSignal)
    expect(await exited, output).toBe(0)
    expect(() => execFileSync(probe, probeArgs, { cwd: image, env, stdio: "ignore" })).toThrow()
  }
  let authorization = ""
  await runOnce(async (said) => {
    const [, token = ""] = /token +(upn_\S+) +shown only once/.exec(said) ?? []
    authorization = `Bearer ${token}`
    expect((await call(url, "GET", "/tasks")).status, "off loopback a token is needed").toBe(401)
    expect((await call(url, "GET", "/tasks", undefined, { authorization })).status).toBe(200)
  })
  await runOnce(async (said) => {
    expect(said, "only the first start shows one").not.toContain("upn_")
    expect((await call(url, "GET", "/tasks", undefined, { authorization })).status).toBe(200)
  })
})
