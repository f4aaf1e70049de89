import { expect, test } from "vitest"
import { graceMs } from "../../src/http/connection/listen.ts"
import { readImage } from "../support/image.ts"
import { useDatabase } from "../support/postgres.ts"
import { call } from "../support/server.ts"
import { databaseFor, useContainers } from "./container.ts"
import { passes, readManifest } from "./manifest.ts"

const database = useDatabase()
const run = useContainers()
const token = "token-of-the-deployment"

test("a pod runs as its user without a home to write to, answers to the name of the service, and stops in time", async () => {
  const { spec, service } = readManifest()
  const [{ ports, command, securityContext }] = spec.template.spec.containers
  expect(spec.replicas).toBe(2)
  expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
  expect(service.spec.selector).toEqual(spec.template.metadata.labels)
  expect(ports[0].containerPort).toBe(Number(readImage().environment["UPNEXT_PORT"]))
  const [{ port, targetPort }] = service.spec.ports
  expect(targetPort).toBe(ports[0].name)
  expect(securityContext.readOnlyRootFilesystem).toBe(true)

  const { terminationGracePeriodSeconds, securityContext: user } = spec.template.spec
  const pod = await run({ command, environment: environmentWith(database.url), uid: user.runAsUser })
  const host = `${service.metadata.name}:${port}`
  expect((await call(pod.url, "GET", "/tasks", undefined, { host })).status, "without a token").toBe(401)
  const authorization = `Bearer ${token}`
  const made = await call(pod.url, "POST", "/tasks", { title: "x" }, { host, authorization })
  expect(made.status, made.text).toBe(201)
  const foreign = await call(pod.url, "GET", "/tasks", undefined, {
    host: "elsewhere.example",
    authorization,
  })
  expect(foreign.status).toBe(403)
  expect(await pod.stop(), pod.output()).toBe(0)
  expect(terminationGracePeriodSeconds * 1000, "more than requests in flight are given").toBeGreaterThan(
    2 * graceMs,
  )
})

test("the probes pass while a pod runs, and fail when it has stopped", async () => {
  const [{ command, startupProbe, readinessProbe, livenessProbe }] =
    readManifest().spec.template.spec.containers
  const pod = await run({ command, environment: environmentWith(database.url) })
  const probes = [startupProbe, readinessProbe, livenessProbe]
  for (const probe of probes) expect(await passes(probe, pod.url)).toBe(true)
  expect(await pod.stop(), pod.output()).toBe(0)
  for (const probe of probes) expect(await passes(probe, pod.url)).toBe(false)
})

// --- internal ---

/** What a container gets from its manifest, with the suite's database in the secret. */
function environmentWith(url: string): Record<string, string> {
  const { spec, secret, secretKeys } = readManifest()
  const values: Record<string, string> = {
    database: databaseFor(url),
    password: new URL(url).password,
    token,
  }
  expect(secretKeys).toEqual(Object.keys(values))
  return Object.fromEntries(
    spec.template.spec.containers[0].env.map(({ name, value, valueFrom }) => {
      if (value !== undefined) return [name, value]
      expect(valueFrom?.secretKeyRef.name).toBe(secret)
      const found = values[valueFrom?.secretKeyRef.key ?? ""]
      if (found === undefined) throw new Error(`the secret has no value for ${name}`)
      return [name, found]
    }),
  )
}
