import type { UsageKind } from "./usage-kinds.ts"

/** A metric of which tokens or costs are read. */
interface AgentMetric {
  /** The attribute that says which tokens are counted. Without it, the metric is the cost in US dollars. */
  readonly type?: string
  /** How each value of the attribute counts. Missing values are parts or sums of other values. */
  readonly kinds: ReadonlyMap<string, readonly UsageKind[]>
  /** The attributes that may name the model. */
  readonly model: readonly string[]
}

/**
 * Each row was observed in 2026-11, either in what the program sends to a listener next to a scripted model, with 1,500
 * tokens of input (1,100 of them cached), 220 of output and 64 of thoughts, or in the source named with it.
 */
const metrics = new Map<string, AgentMetric>([
  // Claude Code 2.1.197: delta, doubles. `input` excludes tokens that its cache read or wrote.
  // code.claude.com/docs/en/monitoring-usage
  [
    "claude_code.token.usage",
    metric("type", {
      input: ["input"],
      output: ["output"],
      cacheRead: ["input", "cacheRead"],
      cacheCreation: ["input", "cacheWrite"],
    }),
  ],
  ["claude_code.cost.usage", { kinds: new Map([["", ["cost"]]]), model: ["model"] }],
  // Codex 0.171.0: a delta histogram. `input` includes `cached_input` and `cache_write_input`, and `output` includes
  // `reasoning_output`.
  [
    "codex.turn.token_usage",
    metric("token_type", {
      input: ["input"],
      output: ["output"],
      cached_input: ["cacheRead"],
      cache_write_input: ["cacheWrite"],
    }),
  ],
  // Gemini CLI 0.61.0: cumulative, every 10 s. `input` includes `cache`, but `output` does not include `thought`. Its
  // docs/cli/telemetry.md
  [
    "gemini_cli.token.usage",
    metric("type", {
      input: ["input"],
      tool: ["input"],
      output: ["output"],
      thought: ["output"],
      cache: ["cacheRead"],
    }),
  ],
  // Other agents that follow opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics, read in 2026-11; none of them
  // was run here. OpenCode 1.18.33 sends logs and traces but no metrics; it reports its usage itself.
  [
    "gen_ai.client.token.usage",
    metric("gen_ai.token.type", { input: ["input"], output: ["output"] }, [
      "gen_ai.response.model",
      "gen_ai.request.model",
    ]),
  ],
])

/** @param service the program; Gemini CLI sends its tokens under two names */
export function metricNamed(name: string, service: string | undefined): AgentMetric | undefined {
  return name.startsWith("gen_ai.") && service === "gemini-cli" ? undefined : metrics.get(name)
}

// --- internal ---

function metric(
  type: string,
  kinds: Readonly<Record<string, readonly UsageKind[]>>,
  model: readonly string[] = ["model"],
): AgentMetric {
  return { type, kinds: new Map(Object.entries(kinds)), model }
}
