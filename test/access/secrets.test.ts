import { execFile } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { createKeyUses } from "../../src/config/key-uses.ts"
import { connectHttp } from "../support/mcp.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"

const run = promisify(execFile)

interface Secrets {
  readonly tokens: string[]
  readonly key: Buffer
}

/** All forms in which a secret could have been written down. */
function formsOf({ tokens, key }: Secrets): Map<string, Buffer> {
  const forms = new Map<string, Buffer>()
  const add = (name: string, bytes: Buffer) => {
    forms.set(name, bytes)
    for (const encoding of ["hex", "base64", "base64url"] as const)
      forms.set(`${name} in ${encoding}`, Buffer.from(bytes.toString(encoding).replace(/=+$/, "")))
  }
  tokens.forEach((token, i) => {
    add(`token ${i}`, Buffer.from(token))
    // Without what marks it as a token, too.
    add(`token ${i} without its beginning`, Buffer.from(token.slice(4, -6)))
  })
  add("key", key)
  return forms
}

/** Where a secret stands that should not: `where: which`. */
function leaks(places: ReadonlyMap<string, Buffer>, secrets: Secrets): string[] {
  const found: string[] = []
  for (const [place, bytes] of places)
    for (const [name, form] of formsOf(secrets)) if (bytes.includes(form)) found.push(`${place}: ${name}`)
  return found
}

async function filesIn(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}

/** Does everything with tokens that there is, and gives what was answered to people who may read. */
async function useEverything(server: Server, secrets: Secrets): Promise<Map<string, Buffer>> {
  const { url } = server
  const proof = createKeyUses(secrets.key).proveHome(
    { method: "POST", host: new URL(url).host, path: "/tokens" },
    Date.now(),
  )
  const made = await call(
    url,
    "POST",
    "/tokens",
    { account: "boss", role: "admin" },
    { authorization: `Upnext-Home ${proof}` },
  )
  const boss = keep(made.body.secret)
  const by = (token: string, more = {}) => ({ authorization: `Bearer ${token}`, ...more })
  const ask = (method: string, path: string, body?: unknown, more = {}) =>
    call(url, method, path, body, by(boss, more))

  const key = { "idempotency-key": "once" }
  const ann = keep((await ask("POST", "/tokens", { account: "ann" }, key)).body.secret)
  expect(await ask("POST", "/tokens", { account: "ann" }, key)).toMatchObject({
    status: 201,
    body: { secret: null },
  })
  const again = { "idempotency-key": "again" }
  const rotated = keep((await ask("POST", "/accounts/ann/rotate", { overlap: "1h" }, again)).body.secret)
  await ask("DELETE", "/tokens/K-2")
  const answers: [string, Buffer][] = []
  const told = (name: string, text: string) => answers.push([name, Buffer.from(text)])

  // Uses of all kinds, and failures of all kinds.
  const waiting = call(url, "GET", "/tasks/next?agent=ann&wait=60s", undefined, by(rotated)).catch(
    () => undefined,
  )
  const client = await connectHttp(url, { headers: by(rotated) })
  told("a tool of MCP", await client.call("add_tasks", { tasks: [{ title: "Paint" }] }))
  told("a tool of MCP that is refused", await client.call("update_task", { task: "T-1", status: "done" }))
  await client.close()
  for (const token of [ann, `${rotated}x`, rotated.slice(0, -1), rotated.replace("upn_", "upx_")])
    told("a refusal", (await call(url, "GET", "/tasks", undefined, by(token))).text)
  told("a refusal of a role", (await call(url, "DELETE", "/tasks/T-1", undefined, by(rotated))).text)
  told("a refusal of a body", (await call(url, "POST", "/tasks", { token: 1 }, by(rotated))).text)
  told(
    "another scheme",
    (await call(url, "GET", "/tasks", undefined, { authorization: `Token ${rotated}` })).text,
  )
  told(
    "a bad header",
    (await call(url, "GET", "/tasks", undefined, by(rotated, { "upnext-min-seq": "x" }))).text,
  )

  const cli = commandLine(server)
  expect(await cli(rotated, "list")).toContain("Paint")
  for (const command of [
    "list",
    "show T-1",
    "show T-99",
    "delete T-1 --yes",
    "status --json",
    "doctor",
    "nonsense",
  ])
    told(`upnext ${command}`, await cli(rotated, command))
  told("upnext list with a token that has ended", await cli(ann, "list"))
  const stop = new AbortController()
  const following = cli(rotated, "events", stop.signal)
  await expect.poll(async () => (await ask("GET", "/metrics")).text).toMatch(/_streams 1$/m)
  told("ps", (await run("ps", ["-eo", "args", "-ww"], { maxBuffer: 1e8 })).stdout)
  stop.abort()
  told("upnext events", await following)
  for (const path of [
    "/metrics",
    "/accounts",
    "/tokens",
    "/access",
    "/log",
    "/now",
    "/agents",
    "/tasks/T-1/history",
    "/health",
    "/openapi.json",
  ])
    told(path, (await ask("GET", path)).text)
  told("/events", await firstEvents(url, by(boss)))
  server.kill("SIGKILL")
  await server.exited
  await waiting
  told("the server's log", server.output())
  return new Map(answers)

  function keep(secret: unknown): string {
    expect(secret).toMatch(/^upn_[\w-]{38}$/)
    secrets.tokens.push(String(secret))
    return String(secret)
  }
}

/** Runs a command with a token, and gives what it prints. */
function commandLine({ url, home }: Server) {
  return async (token: string, command: string, signal?: AbortSignal): Promise<string> => {
    const env = { ...process.env, UPNEXT_TOKEN: token, UPNEXT_URL: url, HOME: home, UPNEXT_HOME: home }
    const options = { env, signal }
    const { stdout, stderr } = await run(
      process.execPath,
      ["dist/cli.cjs", ...command.split(" ")],
      options,
    ).catch((error: unknown) => error as { stdout: string; stderr: string })
    return stdout + stderr
  }
}

/** The events so far, as a stream tells them. */
async function firstEvents(url: string, headers: Record<string, string>): Promise<string> {
  const reader = (await fetch(`${url}/events?after=0`, { headers })).body?.getReader()
  const decoder = new TextDecoder()
  let text = ""
  while (!text.includes("token.revoked")) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    text += decoder.decode(value)
  }
  await reader?.cancel()
  return text
}

test.each(["text", "json"])("no secret is written down anywhere, with a log in %s", async (format) => {
  const { home, remove } = await temporaryHome()
  try {
    const first = await startServer({ home, args: ["--log", format] })
    const secrets: Secrets = { tokens: [], key: await readFile(join(home, "data", "key")) }
    const answers = await useEverything(first, secrets)
    const crashed = await filesIn(home)

    // After the crash it reads its journal again, and a clean stop leaves a checkpoint.
    const second = await startServer({ home, args: ["--log", format] })
    const boss = { authorization: `Bearer ${secrets.tokens[0]}` }
    expect(await call(second.url, "GET", "/tasks", undefined, boss)).toMatchObject({ status: 200 })
    second.kill("SIGTERM")
    await second.exited
    const stopped = await filesIn(home)
    expect([...stopped.keys()].some((file) => file.endsWith("board.json"))).toBe(true)

    const places = new Map([...answers, ["the second server's log", Buffer.from(second.output())]])
    for (const [when, files] of [
      ["after a crash", crashed],
      ["after a stop", stopped],
    ] as const)
      for (const [file, bytes] of files) if (!file.endsWith("/data/key")) places.set(`${file} ${when}`, bytes)
    expect(places.size).toBeGreaterThan(30)
    expect(leaks(places, secrets)).toEqual([])
    // The search does find what is there.
    const planted = new Map([
      ["planted", Buffer.concat([Buffer.from("x"), Buffer.from(secrets.key.toString("base64url"))])],
    ])
    expect(leaks(planted, secrets)).toContain("planted: key in base64url")
  } finally {
    await remove()
  }
})
