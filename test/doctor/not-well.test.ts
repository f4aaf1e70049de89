import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { freePort } from "../support/free-port.js"
import { startServer } from "../support/server.ts"
import { useSpace } from "../support/space.ts"
import { examine, useHome } from "./examine.ts"

const { atEnd, space } = useSpace()
const used = () => useHome(space)

test.each(['{"port": ', '{"prot": 1}', '{"lease": "x"}', '{"database": "mysql://x"}', "[]"])(
  "a config of %s hides no other finding, and no other finding comes from it",
  async (text) => {
    const { home } = await used()
    const port = await freePort()
    const well = await examine(home, port)
    writeFileSync(join(home, "config.json"), text)
    const { found } = await examine(home, port)
    expect(Object.keys(found)).toEqual(Object.keys(well.found))
    const others = Object.entries(found).filter(([name]) => !["config", "client", "disk"].includes(name))
    expect(found["config"]?.status).toBe("fail")
    expect(found["client"]?.status).not.toBe("fail")
    for (const [name, { status, detail }] of others)
      expect({ name, status, detail }).toMatchObject({ status: "ok", detail: well.found[name]?.detail })
  },
)

test("a config that does not say the port skips the port, and one that says it does not", async () => {
  const home = await space()
  const ofPort = async (text: string) => {
    writeFileSync(join(home, "config.json"), text)
    const { checks } = (await upnext(["doctor", "--json", "--home", home])).json() as {
      checks: { name: string; status: string; detail: string }[]
    }
    return checks.find(({ name }) => name === "port")
  }
  for (const text of ['{"prot": 1}', '{"port": 99999}', "{"])
    expect(await ofPort(text)).toMatchObject({
      status: "skipped",
      detail: "skipped: it needs a valid `config`",
    })
  const port = await freePort()
  const known = `{"host": "127.0.0.1", "port": ${port}, "lesae": "1h"}`
  expect(await ofPort(known)).toMatchObject({ status: "ok", detail: `${port} is free` })
})

test("a missing key is not well, and one that is cut short fails", async () => {
  const { home } = await used()
  const path = join(home, "data", "key")
  expect((await examine(home)).found["key"]?.status).toBe("ok")
  const key = readFileSync(path)
  rmSync(path)
  expect((await examine(home)).found["key"]).toMatchObject({ status: "warn", detail: `${path} is missing.` })
  writeFileSync(path, key.subarray(0, 9))
  expect((await examine(home)).found["key"]).toMatchObject({
    status: "fail",
    detail: `${path} holds 9 bytes, not 32.`,
  })
})

test.each([
  ["is torn", (text: string) => text.slice(0, -5)],
  ["is gone", (text: string) => text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)],
])("a journal whose last line %s, and that the checkpoint has, is one finding", async (_, cut) => {
  const { home, segment } = await used()
  writeFileSync(segment, cut(readFileSync(segment, "utf8")))
  const { ok, found } = await examine(home)
  expect(ok).toBe(false)
  expect(found["journal"]).toMatchObject({ status: "fail" })
  expect(found["journal"]?.detail).toContain("the journal ends before its checkpoint")
  expect(found["journal"]?.hint).toBe("Nothing was changed. Restore the named file from a backup.")
  expect(found["checkpoint"]).toMatchObject({ status: "ok" })
})

test("all is never well where a command reaches no server", async () => {
  const { home } = await used()
  const env = { UPNEXT_HOME: home, UPNEXT_PORT: String(await freePort()) }
  const none = await upnext(["doctor"], env)
  expect(none.status).toBe(0)
  expect(none.stdout).toContain(
    "Nothing is wrong. No server is running, so commands typed here cannot reach one.",
  )
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const astray = await upnext(["doctor"], { ...env, UPNEXT_URL: nowhere })
  expect(astray.stdout).toContain(`commands typed here go to ${nowhere} (from UPNEXT_URL): `)
  expect(astray.stdout).toContain("unset UPNEXT_URL")
  expect(astray.stdout).not.toMatch(/All is well|Nothing is wrong/)
})

test("all is not well where the server asks for a token that commands do not have", async () => {
  const home = await space()
  const server = await startServer({ home, env: { UPNEXT_TOKEN: "secret" } })
  atEnd(() => {
    server.kill("SIGTERM")
    return server.exited
  })
  const env = { UPNEXT_HOME: home, UPNEXT_PORT: String(server.port) }
  const without = await upnext(["doctor"], env)
  expect(without.stdout).toContain("Set UPNEXT_TOKEN")
  expect(without.stdout).not.toContain("All is well")
  expect((await upnext(["doctor"], { ...env, UPNEXT_TOKEN: "secret" })).stdout).toContain("All is well.")
})
