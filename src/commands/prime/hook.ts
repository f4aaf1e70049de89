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
}

/** Reads what the agent writes to its hook: one JSON object. Without `--for` nothing is read. */
export async function readHook(flags: Readonly<Record<string, unknown>>): Promise<Hook> {
  const client = flags.for as ClientName | undefined
  const input = client === undefined || process.stdin.isTTY ? {} : parse(await readInput())
  const texts = ["session_id", "sessionId", "conversation_id"].map((name) => input[name])
  return {
    client,
    name: (flags.hook as HookMoment | undefined) ?? "start",
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
export function answerFor({ client, name }: Hook, text: string): string {
  const shape = client && shapes[client]
  return shape ? JSON.stringify(shape[name](text)) : text
}

// --- internal ---

interface AnswerShape {
  start(text: string): unknown
  /** After a tool. */
  heartbeat(text: string): unknown
  stop(text: string): unknown
}

const block = (reason: string) => ({ decision: "block", reason })
const context = (hookEventName: string) => (additionalContext: string) => ({
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
