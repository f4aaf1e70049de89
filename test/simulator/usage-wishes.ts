import type { Known, Wish } from "./wishes.ts"

/** What somebody says that an attempt has used. It follows from the time, so that all else is drawn as before. */
export const someUsage = ({ now }: Known) =>
  now % 3 === 0 ? { inputTokens: now % 1000, model: "local" } : undefined

/** Now and then the metrics of one of the last attempts: a counter that grows, or what came since some time. Many come twice. */
export function collect({ now, grips, name }: Known): Wish | undefined {
  const tick = Math.floor(now / 300_000)
  const grip = grips.at(-1 - (tick % 2))
  if (!grip || now % 2 !== 0) return undefined
  const [task = "", epoch = ""] = grip.token.split(".")
  const isDelta = tick % 3 === 0
  const times = { startTimeUnixNano: String(isDelta ? tick : 1), timeUnixNano: String(tick + 1) }
  const attributes = [{ key: "type", value: { stringValue: "input" } }]
  const point = { attributes, ...times, asInt: String(1 + (tick % 1000)) }
  const sum = { aggregationTemporality: isDelta ? 1 : 2, isMonotonic: true, dataPoints: [point] }
  const metrics = [{ name: "claude_code.token.usage", sum }]
  return {
    name: "usage.collect",
    input: {
      ...{ attempt: `${task}.${epoch}`, agent: name },
      resourceMetrics: [{ scopeMetrics: [{ metrics }] }],
    },
  }
}
