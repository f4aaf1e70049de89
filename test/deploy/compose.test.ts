import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { expect, test } from "vitest"
import { parse } from "yaml"
import * as z from "zod"
import { readImage } from "../support/image.ts"
import { useDatabase } from "../support/postgres.ts"
import { call } from "../support/server.ts"
import { databaseFor, useContainers } from "./container.ts"

const database = useDatabase()
const run = useContainers()
const token = "token-of-the-deployment"

test("the services of the compose file serve one board from a database that its check calls healthy", async () => {
  const { password, hostname, port } = new URL(database.url)
  const { services, volumes } = readCompose({ POSTGRES_PASSWORD: password, UPNEXT_TOKEN: token })
  const { database: store, ...servers } = services
  const { environment, healthcheck } = store
  expect(environment["POSTGRES_PASSWORD"]).toBe(password)
  expect(store.volumes.map((each) => each.split(":")[0])).toEqual(Object.keys(volumes))
  const [kind, check = "", ...args] = healthcheck.test
  expect(kind).toBe("CMD")
  execFileSync(check, args, { env: { PATH: process.env["PATH"], PGHOST: hostname, PGPORT: port } })

  const inside = readImage().environment["UPNEXT_PORT"]
  const containers = await Promise.all(
    Object.values(servers).map((service) => {
      const { build, command, ports, depends_on } = ComposeServer.parse(service)
      expect(existsSync(resolve("deploy", build, "Dockerfile"))).toBe(true)
      expect(ports[0]?.split(":")[2]).toBe(inside)
      expect(depends_on).toHaveProperty("database")
      expect(service.environment["UPNEXT_DATABASE"]).toBe(
        `postgres://${environment["POSTGRES_USER"]}@database:5432/${environment["POSTGRES_DB"]}`,
      )
      const theirs = { ...service.environment, UPNEXT_DATABASE: databaseFor(database.url) }
      return run({ command, environment: theirs })
    }),
  )
  expect(containers).toHaveLength(2)
  const [a, b] = containers.map(({ url }) => url)
  const authorization = `Bearer ${token}`
  expect((await call(a ?? "", "GET", "/tasks")).status, "off loopback a token is needed").toBe(401)
  const made = await call(a ?? "", "POST", "/tasks", { title: "shared" }, { authorization })
  expect(made.status, made.text).toBe(201)
  const least = { "upnext-min-seq": String(made.headers["upnext-seq"]) }
  const read = await call(b ?? "", "GET", "/tasks/T-1", undefined, { authorization, ...least })
  expect(read.body["task"]).toMatchObject({ title: "shared" })
  for (const { stop, output } of containers) expect(await stop(), output()).toBe(0)
})

test("the compose file asks for the password and the token, and holds neither", () => {
  expect(() => readCompose({ UPNEXT_TOKEN: token })).toThrow("POSTGRES_PASSWORD: set it")
  expect(() => readCompose({ POSTGRES_PASSWORD: "secret" })).toThrow("UPNEXT_TOKEN: set it")
})

// --- internal ---

const ComposeServer = z.object({
  build: z.string(),
  command: z.array(z.string()),
  ports: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })),
})

const Compose = z.object({
  services: z
    .object({
      database: z.object({
        environment: z.record(z.string(), z.string()),
        volumes: z.array(z.string()),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
    })
    .catchall(z.looseObject({ environment: z.record(z.string(), z.string()) })),
  volumes: z.record(z.string(), z.null()),
})

/** Reads the compose file as `docker compose` does in this environment. It uses `${NAME:?message}` and merged keys. */
function readCompose(env: Readonly<Record<string, string>>): z.output<typeof Compose> {
  const text = readFileSync("deploy/compose.yml", "utf8").replace(
    /\$\{(\w+):\?([^}]*)\}/g,
    (_, name: string, message: string) => {
      const value = env[name]
      if (value === undefined) throw new Error(`${name}: ${message}`)
      return value
    },
  )
  return Compose.parse(parse(text, { merge: true }))
}
