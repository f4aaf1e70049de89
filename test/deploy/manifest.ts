import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { expect } from "vitest"
import { parseAllDocuments } from "yaml"
import * as z from "zod"
import { call } from "../support/server.ts"

export type Probe = z.output<typeof ProbeSchema>

/** The manifest, and the names of the values in the secret that the command at its top makes. */
export function readManifest() {
  const text = readFileSync("deploy/kubernetes.yml", "utf8")
  const documents = parseAllDocuments(text).map((document): unknown => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
  const [{ spec }, service] = z.tuple([Deployment, Service]).parse(documents)
  return {
    spec,
    service,
    secret: /create secret generic (\S+)/.exec(text)?.[1],
    secretKeys: [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key),
  }
}

/** Asks as the kubelet does: by the address of the pod, without a token. */
export async function passes(probe: Probe, url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(probe.timeoutSeconds * 1000)
  if ("httpGet" in probe) {
    const headers = { host: "10.0.0.7:4445" }
    const answer = await call(url, "GET", probe.httpGet.path, undefined, headers, { signal }).catch(
      () => undefined,
    )
    return answer !== undefined && answer.status >= 200 && answer.status < 400
  }
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", signal })
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}

// --- internal ---

const ProbeSchema = z.union([
  z.object({
    httpGet: z.object({ path: z.string(), port: z.string() }),
    timeoutSeconds: z.number().default(1),
  }),
  z.object({ tcpSocket: z.object({ port: z.string() }), timeoutSeconds: z.number() }),
])

const Variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
})

const Container = z.object({
  command: z.array(z.string()),
  env: z.array(Variable),
  ports: z.tuple([z.object({ name: z.string(), containerPort: z.number() })]),
  readinessProbe: ProbeSchema,
  livenessProbe: ProbeSchema,
  startupProbe: ProbeSchema,
  securityContext: z.object({ readOnlyRootFilesystem: z.boolean() }),
})

const labels = z.record(z.string(), z.string())

const Deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({
    replicas: z.number(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.tuple([Container]),
      }),
    }),
  }),
})

const Service = z.object({
  kind: z.literal("Service"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: labels,
    ports: z.tuple([z.object({ port: z.number(), targetPort: z.string() })]),
  }),
})
