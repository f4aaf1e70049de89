import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { upnext } from "../commands/upnext.ts"
import { freePort } from "../support/free-port.js"
import { call, startServer } from "../support/server.ts"

type Found = Record<string, { status: string; detail: string; hint?: string }>

/** What `doctor` finds in a home. It changes nothing. */
export async function examine(home: string, port?: number) {
  const before = contents(home)
  const env = { UPNEXT_HOME: home, UPNEXT_PORT: String(port ?? (await freePort())) }
  const result = await upnext(["doctor", "--json"], env)
  expect(contents(home), "it changes nothing").toEqual(before)
  const { checks, ok } = result.json() as { ok: boolean; checks: { name: string }[] }
  expect(result.status).toBe(ok ? 0 : 1)
  const found = Object.fromEntries(checks.map((check) => [check.name, check])) as unknown as Found
  for (const { status, hint } of Object.values(found)) if (status === "fail") expect(hint).toBeTruthy()
  return { ok, found }
}

function contents(home: string): Record<string, string> {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(join(home, file)).isFile(),
  )
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(home, file), "latin1")]))
}

/** A home with a few tasks in its journal, its server stopped. */
export async function useHome(space: () => Promise<string>): Promise<{ home: string; segment: string }> {
  const home = await space()
  const server = await startServer({ home })
  for (const title of ["one", "two", "three"]) await call(server.url, "POST", "/tasks", { title })
  server.kill("SIGTERM")
  await server.exited
  const journal = join(home, "data", "journal")
  return { home, segment: join(journal, readdirSync(journal).sort()[0] ?? "") }
}
