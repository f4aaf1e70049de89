import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

/** All that a client command loads. */
const client = readFileSync("dist/cli.cjs", "utf8")

/** The built files of the server. */
const server = readdirSync("dist", { recursive: true, encoding: "utf8" })
  .filter((file) => /^[^/]+\.js$|^commands\//.test(file) && file.endsWith(".js"))
  .map((file) => readFileSync(join("dist", file), "utf8"))
  .join("\n")

test("a client command loads neither schemas, nor the server, nor what logs", () => {
  const signs = { zod: "ZodError", h3: "HTTPError", lowdb: "lowdb", consola: "consola" }
  for (const [name, sign] of Object.entries(signs)) {
    // A word that is found nowhere would prove nothing.
    expect(server.includes(sign), name).toBe(true)
    expect(client.includes(sign), name).toBe(false)
  }
})

test("a client command loads one small file; the server and the scripts of the shells are loaded when asked for", () => {
  const imported = [...client.matchAll(/\bimport\("([^"]+)"\)|\brequire\("(\.[^"]+)"\)/g)].map(
    ([, module, file]) => module ?? file,
  )
  expect(imported.sort()).toEqual([
    "./commands/completions.js",
    "./commands/doctor.js",
    "./commands/init.js",
    "./commands/start.js",
    "node:https",
  ])
  expect(client.length).toBeLessThan(140_000)
})

test("a client command never touches the global fetch, which takes longer to load than all the rest", () => {
  expect(/node-fetch-native|_globalThis/.test(client)).toBe(false)
  const watched = `process.on("exit", () => console.log(process.moduleLoadList.filter((name) => /undici/.test(name)).length))
    process.argv = ["node", "upnext", "task", "next", "--agent", "ann", "--url", "http://127.0.0.1:1"]
    require("./dist/cli.cjs")`
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", watched], { encoding: "utf8" })
  expect(stderr).toContain("No server listens")
  expect(stdout).toBe("0\n")
})
