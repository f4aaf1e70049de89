import { readFileSync } from "node:fs"

/** What a program sends: one body for each time. */
export type Otlp = Record<string, unknown>

/** What the programs of npm sent in 2026-11 to a listener beside a scripted model, their token and cost metrics only. */
export const recorded = {
  claude: read("claude-code-2.1.197"),
  codex: read("codex-0.171.0"),
  gemini: read("gemini-cli-0.61.0"),
}

type Attributes = Readonly<Record<string, string>>

export interface Point {
  readonly attributes: Attributes
  readonly from: bigint
  readonly to: bigint
  readonly value: number
}

interface Form {
  readonly kind: "sum" | "histogram"
  /** As a number, or by its name. */
  readonly temporality: 1 | 2 | "AGGREGATION_TEMPORALITY_DELTA" | "AGGREGATION_TEMPORALITY_CUMULATIVE"
  readonly service: string
}

/** A body as a program of its own form sends it. */
export function bodyOf(metric: string, points: readonly Point[], { kind, temporality, service }: Form): Otlp {
  const dataPoints = points.map(({ attributes, from, to, value }, i) => ({
    attributes: keyed(attributes),
    startTimeUnixNano: String(from),
    timeUnixNano: String(to),
    ...(kind === "histogram"
      ? { count: 1, sum: value, bucketCounts: [0, 1], explicitBounds: [0] }
      : i % 2 === 0
        ? { asInt: String(value) }
        : { asDouble: value }),
  }))
  const data = { aggregationTemporality: temporality, dataPoints }
  const of = kind === "sum" ? { sum: { ...data, isMonotonic: true } } : { histogram: data }
  return {
    resourceMetrics: [
      {
        resource: { attributes: keyed({ "service.name": service }) },
        scopeMetrics: [{ scope: { name: service }, metrics: [{ name: metric, ...of }] }],
      },
    ],
  }
}

// --- internal ---

function keyed(attributes: Attributes) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function read(name: string): Otlp[] {
  return JSON.parse(readFileSync(`test/support/otlp/${name}.json`, "utf8")) as Otlp[]
}
