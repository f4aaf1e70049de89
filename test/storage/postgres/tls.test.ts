import { execFileSync } from "node:child_process"
import { chownSync, rmSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { hasProgram } from "../../support/debian.ts"
import { postgresUser } from "../../support/postgres-cluster.ts"
import { useCluster } from "../../support/postgres.ts"
import { commitOf, refusal } from "../support.ts"
import { newBoard, open, openRestored } from "./support.ts"

const isThere = hasProgram("openssl")
if (!isThere) console.warn("skipped: openssl is not installed, so the tests of TLS do not run")

describe.skipIf(!isThere)("a database with a certificate for the name localhost, which signs itself", () => {
  const cluster = useCluster()
  let certificate = ""
  beforeAll(async () => {
    certificate = join(cluster.directory, "server.crt")
    const key = join(cluster.directory, "server.key")
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    execFileSync("openssl", [...made, ...names], { stdio: "ignore" })
    const user = postgresUser()
    if (user) chownSync(key, user.uid, user.gid)
    await cluster.query(`alter system set ssl_cert_file = '${certificate}'`)
    await cluster.query(`alter system set ssl_key_file = '${key}'`)
    await cluster.query("alter system set ssl = on")
    await cluster.stop()
    await cluster.start()
  })

  const urlWith = (host: string, query: string) =>
    `${Object.assign(new URL(cluster.url), { hostname: host }).href}?${query}`

  test.each([
    ["require", "127.0.0.1", ""],
    ["verify-ca", "127.0.0.1", "sslrootcert"],
    ["verify-full", "localhost", "sslrootcert"],
  ])("sslmode=%s encrypts every connection to %s", async (mode, host, root) => {
    const query = `sslmode=${mode}&application_name=${mode}${root && `&${root}=${certificate}`}`
    const { log } = await openRestored({ database: urlWith(host, query), board: newBoard() })
    await log.commit(() => commitOf(1, "x"))
    const used = await cluster.query(
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = '${mode}'`,
    )
    expect(used).toEqual([{ ssl: true }])
  })

  test.each([
    ["without its authority", "localhost", () => "sslmode=verify-full"],
    ["by another name", "127.0.0.1", () => `sslmode=verify-full&sslrootcert=${certificate}`],
  ])("verify-full refuses the certificate %s at once", async (_, host, query) => {
    // A start that tried again would not come to an end.
    const times = { startMs: 3_600_000 }
    const error = await refusal(open({ database: urlWith(host, query()), board: newBoard(), times }))
    expect(error).toMatchObject({ code: "database_refused", facts: { reason: "certificate" } })
    expect(error.message).toMatch(/^The certificate of the database at .* is not accepted \(/)
  })

  test("a certificate that is not there is refused by the name of its file, and one that is lost later is an outage", async () => {
    const nowhere = `sslmode=verify-ca&sslrootcert=${certificate}.none`
    const error = await refusal(open({ database: urlWith("localhost", nowhere), board: newBoard() }))
    expect(error.code).toBe("invalid_config")
    expect(error.message).toContain(`${certificate}.none`)

    const copy = `${certificate}.copy`
    execFileSync("cp", [certificate, copy])
    const { log } = await openRestored({
      database: urlWith("localhost", `sslmode=verify-full&sslrootcert=${copy}`),
      board: newBoard(),
      times: { patienceMs: 500 },
    })
    rmSync(copy)
    await cluster.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'upnext'",
    )
    expect((await refusal(log.commit(() => commitOf(1, "x")))).code).toBe("storage_unreachable")
  })
})
