import { parseJsonObject } from "../../machine/text.ts"
import type { ClientName, HookMoment } from "../../onboarding/clients.ts"
import { variablesOf } from "../../terminal/coding-agents.ts"

export const hookNames = ["start", "heartbeat", "stop"] as const satisfies readonly HookMoment[]

/** What a coding agent told its hook. */
export interface Hook {
  readonly client: ClientName | undefined
  readonly name: HookMoment
  /** The agent's own name of its session. */
  readonly session: string | undefined
  /** This stop was put off by a hook already. */
  readonly isRepeated: boolean
  /** The agent's own name of the moment. */
  readonly event: string | undefined
  /** The agent drops whatever is said now. */
  readonly isDeaf: boolean
}

/** Reads what the agent writes to its hook: one JSON object. Without `--for` nothing is read. */
export async function readHook(flags: Readonly<Record<string, unknown>>): Promise<Hook> {
  const client = flags.for as ClientName | undefined
  const input = client === undefined || process.stdin.isTTY ? {} : parse(await readInput())
  const texts = ["session_id", "sessionId", "conversation_id"].map((name) => input[name])
  const { hook_event_name: event } = input
  return {
    client,
    name: (flags.hook as HookMoment | undefined) ?? "start",
    event: typeof event === "string" ? event : undefined,
    isDeaf: client === "gemini" && hasFailed(input.tool_response),
    session: texts.find((each): each is string => typeof each === "string" && each !== ""),
    isRepeated: input.stop_hook_active === true || Number(input.loop_count ?? 0) > 0,
  }
}

/** The environment as the agent's own commands have it, so that its hook is the same session as they are. What is set counts. */
export function surroundingsOf(
  { client, session }: Hook,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...(client && variablesOf(client, session)), ...env }
}

/** A text in the shape in which the agent takes it from a hook. */
export function answerFor({ client, name, event }: Hook, text: string): string {
  const shape = client && shapes[client]
  return shape ? JSON.stringify(shape[name](text, event)) : text
}

// --- internal ---

interface AnswerShape {
  start(text: string, event?: string): unknown
  /** After a tool. */
  heartbeat(text: string, event?: string): unknown
  stop(text: string): unknown
}

const block = (reason: string) => ({ decision: "block", reason })
/** Claude Code refuses an answer that names another event than the one that has happened, such as PostToolUseFailure. */
const context =
  (usualEvent: string) =>
  (additionalContext: string, hookEventName = usualEvent) => ({
    hookSpecificOutput: { hookEventName, additionalContext },
  })
const starting = context("SessionStart")
const plain = (additionalContext: string) => ({ additionalContext })
const underscored = (text: string) => ({ additional_context: text })

/** OpenCode's plugin takes plain text. Looked up with the table of the clients, onboarding/clients.ts. */
const shapes: Readonly<Partial<Record<ClientName, AnswerShape>>> = {
  claude: { start: starting, heartbeat: context("PostToolUse"), stop: block },
  codex: { start: starting, heartbeat: context("PostToolUse"), stop: block },
  copilot: { start: plain, heartbeat: plain, stop: block },
  cursor: { start: underscored, heartbeat: underscored, stop: (text) => ({ followup_message: text }) },
  gemini: {
    start: starting,
    heartbeat: context("AfterTool"),
    stop: (reason) => ({ decision: "deny", reason }),
  },
}

/** Gemini CLI 0.61.0 runs the hook after a tool that failed too, but sends only the error to the model (ToolExecutor). */
function hasFailed(response: unknown): boolean {
  return typeof response === "object" && response !== null && "error" in response && Boolean(response.error)
}

async function readInput(): Promise<string> {
  process.stdin.setEncoding("utf8")
  let text = ""
  for await (const part of process.stdin) {
    text += part as string
    if (text.length > 10_000_000) break
  }
  return text
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseJsonObject(text)
  } catch {
    return {}
  }
}
