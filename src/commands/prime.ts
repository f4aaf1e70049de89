import { clientNames } from "../onboarding/clients.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { isTerminal, note, print } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { answerFor, hookNames, readHook, surroundingsOf, type Hook } from "./prime/hook.ts"
import { isDue } from "./prime/stamp.ts"
import { findStart, remind, renewAll, type Asker } from "./prime/ask.ts"

export default define({
  name: "prime",
  summary: "Print what an agent should know when its session starts",
  flags: {
    for: {
      kind: "text",
      value: "agent",
      choices: clientNames,
      description: "answer as the hooks of this coding agent expect it",
    },
    hook: {
      kind: "text",
      value: "moment",
      choices: hookNames,
      description: "start (default); heartbeat keeps a claim alive; stop reminds once of an open one",
    },
  },
  common: someOfCommon("agent", "project", "session", "url", "home", "token"),
  about: [
    "It takes at most 300 ms. Where no server answers in that time, it prints nothing; the exit status is 0 in any case.",
    "What others wrote is cut and stands in quotes.",
  ],
  examples: [
    ["prime", "who you are, what you hold, what waits for you, what is ready"],
    ["prime --for claude --hook stop", "as `upnext init --agents --hooks` writes it"],
  ],
  async run({ flags }) {
    // Whatever hangs, an agent waits for this program at every step it takes.
    const alarm = setTimeout(() => process.exit(0), Math.max(1, patienceMs - performance.now()))
    try {
      const hook = await readHook(flags)
      const text = await answer(hook, flags)
      if (text !== undefined) print(answerFor(hook, text))
      else if (flags.for === undefined && isTerminal()) note("There is nothing to say.")
    } catch (error) {
      if (flags.for === undefined && isTerminal())
        note(error instanceof Error ? error.message : String(error))
    } finally {
      clearTimeout(alarm)
    }
    return 0
  },
})

// --- internal ---

/** From the start of the process. Node needs some 40 ms of the 300 to begin and to end. */
const patienceMs = 240
const heartbeatMs = 60_000
const reminderMs = 24 * 60 * 60_000

async function answer(hook: Hook, flags: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const who = [
    hook.client,
    hook.session,
    process.env.UPNEXT_AGENT,
    process.env.UPNEXT_SESSION,
    process.cwd(),
  ].join("\n")
  if (hook.name === "heartbeat" && !(await isDue(`heartbeat\n${who}`, heartbeatMs))) return undefined
  if (hook.isRepeated) return undefined
  const settings = await readSettings(flags, surroundingsOf(hook, process.env), process.cwd())
  const agent = settings.agent ?? hook.client
  if (agent === undefined) return undefined
  const asker: Asker = { settings: { ...settings, agent }, agent, timeoutMs: patienceMs }
  if (hook.name === "heartbeat") return renewAll(asker)
  if (hook.name === "start") return findStart(asker)
  const reminder = await remind(asker)
  return reminder && (await isDue(`stop\n${who}\n${reminder.task}`, reminderMs)) ? reminder.text : undefined
}
