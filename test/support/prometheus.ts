/** A metric as a server of Prometheus reads it. */
export interface Metric {
  readonly type: string
  readonly help: string
  /** By the rest of the line before the value, such as `upnext_tasks{status="todo"}`. */
  readonly values: ReadonlyMap<string, number>
}

/**
 * Reads the text format 0.0.4 as its specification has it
 * (https://prometheus.io/docs/instrumenting/exposition_formats/), knowing nothing of who wrote it. Throws at what a
 * server of Prometheus, or its `promtool check metrics`, would refuse.
 */
export function readMetrics(text: string): ReadonlyMap<string, Metric> {
  if (!text.endsWith("\n")) throw new Error("The last line must end with a line feed")
  const metrics = new Map<string, { type: string; help: string; values: Map<string, number> }>()
  let name = ""
  for (const line of text.slice(0, -1).split("\n")) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line)
    if (comment) {
      const [, keyword, of = "", rest = ""] = comment
      if (keyword === "HELP") {
        if (metrics.has(of)) throw new Error(`The lines of ${of} are not together: ${line}`)
        metrics.set((name = of), { type: "", help: rest, values: new Map() })
      } else {
        const metric = metrics.get(of)
        if (!metric || of !== name || metric.type !== "" || metric.values.size > 0)
          throw new Error(`Not the one TYPE before the samples: ${line}`)
        if (!["counter", "gauge", "histogram"].includes(rest)) throw new Error(`No type: ${line}`)
        if ((rest === "counter") !== of.endsWith("_total"))
          throw new Error(`A counter ends with _total: ${line}`)
        metric.type = rest
      }
      continue
    }
    const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)((?:\{.*\})?) (\S+)$/.exec(line)
    const metric = metrics.get(name)
    if (!sample || !metric) throw new Error(`Neither a comment nor a sample: ${line}`)
    const [, full = "", labels = "", number = ""] = sample
    const isPart = metric.type === "histogram" && /^_(bucket|sum|count)$/.test(full.slice(name.length))
    if (full !== name && !(full.startsWith(name) && isPart)) throw new Error(`Not of ${name}: ${line}`)
    if (labels !== "" && !/^\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+\}$/.test(labels))
      throw new Error(`Not labels: ${line}`)
    const value = number === "+Inf" ? Infinity : Number(number)
    if (Number.isNaN(value)) throw new Error(`Not a number: ${line}`)
    if (metric.values.has(full + labels)) throw new Error(`It comes twice: ${line}`)
    metric.values.set(full + labels, value)
  }
  for (const [each, metric] of metrics) if (metric.type === "histogram") checkHistogram(each, metric)
  return metrics
}

/** The buckets of each series ascend to +Inf, count what is below them, and end with the count. */
function checkHistogram(name: string, { values }: Metric): void {
  const series = new Map<string, [le: number, count: number][]>()
  for (const [key, value] of values) {
    const le = /le="([^"]+)"/.exec(key)?.[1]
    if (le === undefined) continue
    const labels = key.slice(`${name}_bucket`.length).replace(/,?le="[^"]+"/, "")
    const buckets = series.get(labels) ?? []
    buckets.push([le === "+Inf" ? Infinity : Number(le), value])
    series.set(labels, buckets)
  }
  for (const [labels, buckets] of series) {
    buckets.reduce(([le, count], next) => {
      if (next[0] <= le || next[1] < count) throw new Error(`The buckets of ${name}${labels} do not ascend`)
      return next
    })
    const rest = labels === "{}" ? "" : labels
    const [last, count] = buckets.at(-1) ?? []
    if (
      last !== Infinity ||
      count !== values.get(`${name}_count${rest}`) ||
      !values.has(`${name}_sum${rest}`)
    )
      throw new Error(`${name}${labels} does not end with +Inf, its sum and its count`)
  }
}
