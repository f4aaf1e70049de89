import { createDistribution, seconds, type Distribution } from "../../metrics/distribution.ts"
import type { Family } from "../../metrics/family.ts"

export interface RequestSeries {
  /** A request was answered, or its stream has begun. */
  answered(status: number): void
  /** How long an answer took, in ms. */
  took(ms: number): void
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>

export function createRequestMetrics() {
  const all = new Map<string, CountedSeries>()
  return {
    /** The series of an operation, which is created if it does not exist. */
    of(operation: string): RequestSeries {
      let counted = all.get(operation)
      if (!counted) all.set(operation, (counted = createCountedSeries()))
      return counted
    },
    families(): Family[] {
      const used = [...all].filter(([, { classes }]) => classes.some((count) => count > 0))
      return [
        {
          name: "requests_total",
          help: "Answered requests, by operation and status class; `unknown`: the request matched no operation",
          type: "counter",
          samples: used.flatMap(([operation, { classes }]) =>
            [...classes].flatMap((value, hundreds) =>
              value > 0 ? [{ value, labels: { operation, status: `${hundreds}xx` } }] : [],
            ),
          ),
        },
        {
          name: "request_seconds",
          help: "Time from the request headers to the response, including any wait for work; streams are excluded",
          type: "histogram",
          samples: used.flatMap(([operation, { times }]) => times.samples({ operation })),
        },
      ]
    },
  }
}

// --- internal ---

interface CountedSeries extends RequestSeries {
  /** By the first digit of the status. */
  readonly classes: Float64Array
  readonly times: Distribution
}

function createCountedSeries(): CountedSeries {
  const classes = new Float64Array(6)
  const times = createDistribution(seconds)
  return {
    classes,
    times,
    answered(status) {
      const hundreds = Math.floor(status / 100)
      classes[hundreds] = (classes[hundreds] ?? 0) + 1
    },
    took: (ms) => times.observe(ms / 1000),
  }
}
