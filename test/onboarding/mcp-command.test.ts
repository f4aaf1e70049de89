import { spawnSync } from "node:child_process"
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { clientNames } from "../../src/onboarding/clients.ts"
import { makeRepository, onboard } from "./repository.ts"

const files = [".mcp.json", ".codex/config.toml", ".cursor/mcp.json", ".vscode/mcp.json", "opencode.json"]

/** The files that name the server, without their white space. */
async function entries(root: string): Promise<string[]> {
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), "utf8")))
  return texts.map((text) => text.replaceAll(/\s/g, ""))
}

test("the entry starts the tools where nothing but upnext is on the path, as the executable alone is", async () => {
  const root = await makeRepository()
  await onboard(root, { names: ["claude"] })
  const { mcpServers } = JSON.parse(await readFile(join(root, ".mcp.json"), "utf8")) as {
    mcpServers: { upnext: { command: string; args: string[] } }
  }
  const bin = join(root, "bin")
  await mkdir(bin)
  const program = `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli.cjs")}" "$@"\n`
  await writeFile(join(bin, "upnext"), program)
  await chmod(join(bin, "upnext"), 0o755)
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  }
  const { command, args } = mcpServers.upnext
  const env = { PATH: bin, HOME: root }
  const ran = spawnSync(command, args, {
    cwd: root,
    env,
    input: `${JSON.stringify(hello)}\n`,
    encoding: "utf8",
  })
  expect(JSON.parse(ran.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "upnext" } } })
})

test("every client is told the program on the path", async () => {
  const root = await makeRepository({ "package.json": '{ "dependencies": { "next": "1" } }\n' })
  await onboard(root, { names: clientNames })
  for (const text of await entries(root)) {
    expect(text).toMatch(/"command":"upnext"|command="upnext"|"command":\["upnext",/)
    expect(text).not.toContain("npx")
  }
})

test.each(["dependencies", "devDependencies", "optionalDependencies"])(
  "where package.json has upnext in its %s, the one of the project runs, and never a download",
  async (kind) => {
    const root = await makeRepository({ "package.json": JSON.stringify({ [kind]: { upnext: "0.1.0" } }) })
    await onboard(root, { names: clientNames })
    for (const text of await entries(root)) expect(text).toContain('"npx"')
    for (const text of await entries(root)) expect(text).toContain('"--no","upnext","mcp"')
    expect((await onboard(root, { names: clientNames })).changes).toEqual([])
  },
)
