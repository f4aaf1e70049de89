import { isLoopback } from "../../machine/loopback.ts"
import type { Passed } from "../../terminal/address.ts"

/**
 * An argument with which a known agent is given a value that it does not accept as a variable. If metrics are not
 * sent, it is removed together with the argument before it.
 */
export const endpointArgument =
  'otel.metrics_exporter={otlp-http={endpoint="$OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",protocol="json"}}'

/** Why the command of an attempt does not send its metrics to the server; undefined if it does. */
export function whyNoMetrics(
  { url, token }: Pick<Passed, "url" | "token">,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const own = Object.keys(env).find((name) => ownVariables.test(name))
  if (own !== undefined)
    return `${own} is set, so metrics follow your own settings, and usage is not counted.`
  // A token of ours goes with them.
  const { protocol, hostname } = new URL(url)
  if (token === undefined || protocol === "https:" || isLoopback(hostname)) return undefined
  return "The server is reached over plain HTTP, so no metrics are sent to it, and usage is not counted."
}

/**
 * The variables with which coding agents send their metrics to the server, at a URL that names the attempt. Empty
 * if any of them is already set. Seen to work in 2026-11 with the programs that
 * `domain/wire/usage/agent-metrics.ts` names.
 */
export function metricsVariables(
  settings: Pick<Passed, "url" | "token">,
  attempt: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  if (whyNoMetrics(settings, env) !== undefined) return {}
  const { url, token } = settings
  const base = `${url}/otlp/${attempt}`
  return {
    OTEL_METRICS_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${base}/v1/metrics`,
    OTEL_METRIC_EXPORT_INTERVAL: "60000",
    ...(token !== undefined && {
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: `authorization=${encodeURIComponent(`Bearer ${token}`)}`,
    }),
    // code.claude.com/docs/en/monitoring-usage
    CLAUDE_CODE_ENABLE_TELEMETRY: "1",
    // Its docs/cli/telemetry.md. It appends `/v1/metrics`, and also sends its logs and traces.
    GEMINI_TELEMETRY_ENABLED: "true",
    GEMINI_TELEMETRY_TARGET: "local",
    GEMINI_TELEMETRY_OTLP_PROTOCOL: "http",
    GEMINI_TELEMETRY_OTLP_ENDPOINT: base,
    GEMINI_TELEMETRY_LOG_PROMPTS: "false",
  }
}

/** The arguments of the command, with the URL inserted where an argument needs it. */
export function withEndpoint(
  args: readonly string[],
  { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint }: NodeJS.ProcessEnv,
): readonly string[] {
  const place = args.indexOf(endpointArgument)
  if (place < 0) return args
  if (endpoint === undefined) return args.toSpliced(place - 1, 2)
  return args.with(
    place,
    endpointArgument.replace("$OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", () => endpoint),
  )
}

// --- internal ---

const ownVariables = /^(?:OTEL_|GEMINI_TELEMETRY_|CLAUDE_CODE_ENABLE_TELEMETRY$)/
