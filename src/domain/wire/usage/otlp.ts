import { digestOf } from "../digest.ts"
import { metricNamed } from "./agent-metrics.ts"
import { longestModel, mostUsage, perDollar, type UsageKind } from "./usage-kinds.ts"
import { isObject } from "../metadata.ts"

/** What one number of an agent's metrics says. */
export interface UsagePoint {
  /** Stands for the metric, its attributes, and the program that counts. */
  readonly series: number
  readonly kinds: readonly UsageKind[]
  readonly model: string | null
  /**
   * The time that a value covers: from a start for a cumulative value, between two times for a delta. Of two values of
   * a series for the same time, the greater one counts, so a repeat counts once, in whatever order the values arrive.
   */
  readonly time: string
  /** Tokens, or billionths of a dollar. */
  readonly value: number
}

export interface ReadPoints {
  readonly points: readonly UsagePoint[]
  /** Numbers of known metrics that cannot be right. */
  readonly rejected: number
}

/**
 * Reads the tokens and costs from an OTLP request in JSON (opentelemetry.io/docs/specs/otlp, 1.x). Other metrics are
 * skipped. It accepts any value, because programs differ in what they send in addition to the metrics of the table.
 */
export function readPoints(resourceMetrics: unknown): ReadPoints {
  const points: UsagePoint[] = []
  let rejected = 0
  for (const { resource, scopeMetrics } of list(resourceMetrics)) {
    const program = attributesOf(resource)
    const service = program.get("service.name")
    for (const { scope, metrics } of list(scopeMetrics))
      for (const { name, sum, histogram } of list(metrics)) {
        const known = typeof name === "string" ? metricNamed(name, service) : undefined
        const { dataPoints, aggregationTemporality, isMonotonic } = object(sum ?? histogram)
        // A value that may decrease counts what exists, not what was used.
        if (!known || (sum !== undefined && isMonotonic === false)) continue
        const from = [name, [...program].sort(), object(scope)["name"]]
        for (const point of list(dataPoints)) {
          const attributes = attributesOf(point)
          const kinds = known.kinds.get(known.type === undefined ? "" : (attributes.get(known.type) ?? ""))
          if (!kinds) continue
          const time = timeOf(point, aggregationTemporality)
          const value = valueOf(point, kinds[0] === "cost")
          if (time === undefined || value === undefined) rejected += 1
          else if (value > 0) {
            const series = digestOf([from, [...attributes].sort()])
            const model = known.model.map((each) => attributes.get(each)).find((each) => each !== undefined)
            points.push({ series, kinds, model: nameOf(model), time, value })
          }
        }
      }
  }
  return { points, rejected }
}

// --- internal ---

type OtlpFields = Readonly<Record<string, unknown>>

const object = (value: unknown): OtlpFields => (isObject(value) ? value : {})

const list = (value: unknown): OtlpFields[] => (Array.isArray(value) ? value.map(object) : [])

/** The attributes of one thing that are plain values, as text. */
function attributesOf(of: unknown): Map<string, string> {
  const found = new Map<string, string>()
  for (const { key, value } of list(object(of)["attributes"]).slice(0, mostAttributes)) {
    const [plain] = Object.values(object(value))
    if (typeof key === "string" && isPlain(plain))
      found.set(key.slice(0, longestText), String(plain).slice(0, longestText))
  }
  return found
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

const mostAttributes = 100
const longestText = 300

/** As the log takes it; null where none is told. */
function nameOf(model: string | undefined): string | null {
  const name = model?.replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  return name ? Array.from(name).slice(0, longestModel).join("") : null
}

/** Undefined where it does not say when it was counted. */
function timeOf({ startTimeUnixNano, timeUnixNano }: OtlpFields, temporality: unknown): string | undefined {
  const [from, to] = [nanosOf(startTimeUnixNano), nanosOf(timeUnixNano)]
  if (temporality === 2 || temporality === "AGGREGATION_TEMPORALITY_CUMULATIVE") return from
  const isDelta = temporality === 1 || temporality === "AGGREGATION_TEMPORALITY_DELTA"
  return isDelta && from !== undefined && to !== undefined && to >= from ? `${from}${to}` : undefined
}

/** Nanoseconds since 1970, which no double holds, in 13 digits of base 36. */
function nanosOf(time: unknown = "0"): string | undefined {
  const digits = isPlain(time) ? String(time) : ""
  if (!/^\d{1,20}$/.test(digits)) return undefined
  const nanos = BigInt(digits)
  return nanos < 2n ** 64n ? nanos.toString(36).padStart(13, "0") : undefined
}

/** Undefined if it is not a count: below 0, not a number, or more than anybody uses. */
function valueOf({ asInt, asDouble, sum }: OtlpFields, isCost: boolean): number | undefined {
  const given = asInt ?? asDouble ?? sum
  const number = typeof given === "string" && /^\d{1,20}$/.test(given) ? Number(given) : given
  if (typeof number !== "number" || !(number >= 0)) return undefined
  if (number > (isCost ? mostUsage.cost : mostUsage.tokens)) return undefined
  return Math.round(isCost ? number * perDollar : number)
}
