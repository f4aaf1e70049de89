import { clientNames } from "../onboarding/clients.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { isTerminal, line, note, print } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { answerFor, hookNames, readHook, surroundingsOf, type Hook } from "./prime/hook.ts"
import { isDue } from "./prime/stamp.ts"
import { startLimit, type Limit } from "./prime/limit.ts"
import { findStart, listen, listenToWorker, remind, type Asker } from "./prime/ask.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"
import { findToolsSession } from "../terminal/tools-session.ts"

export default define({
  name: "prime",
  summary: "Print what an agent should know when its session starts",
  flags: {
    for: {
      kind: "text",
      value: "agent",
      choices: clientNames,
      description: "answer in the form that this coding agent's hooks expect",
    },
    hook: {
      kind: "text",
      value: "moment",
      choices: hookNames,
      description:
        "start (default); heartbeat, which keeps a claim alive and passes on what others say; or stop, which reminds the agent once of an open claim",
    },
  },
  common: someOfCommon("agent", "project", "session", "url", "home", "token"),
  about: [
    "A hook waits at most 300 ms for the server, and prints nothing if the server does not answer in time. With neither --for nor --hook, the command waits one second for the data directory's server, and reports on standard error if no answer comes. The exit status is always 0.",
    "Text written by others is shortened and quoted.",
  ],
  examples: [
    ["prime", "who you are, what you hold, what is waiting for you, what is ready"],
    ["prime --for claude --hook stop", "the hook that `upnext init --agents --hooks` sets up"],
  ],
  async run({ flags }) {
    const isHook = flags.for !== undefined || flags.hook !== undefined
    const limit = startLimit(isHook)
    try {
      const hook = await readHook(flags)
      const text = await answer(hook, flags, limit)
      if (text !== undefined) print(answerFor(hook, text))
      else if (flags.for === undefined && isTerminal()) note("There is nothing to report.")
    } catch (error) {
      if (!isHook) note(`upnext: ${line(error instanceof Error ? error.message : String(error))}`)
    } finally {
      limit.end()
    }
    return 0
  },
})

// --- internal ---

const heartbeatMs = 60_000
const reminderMs = 24 * 60 * 60_000

async function answer(
  hook: Hook,
  flags: Readonly<Record<string, unknown>>,
  limit: Limit,
): Promise<string | undefined> {
  const who = [
    hook.client,
    hook.session,
    process.env.UPNEXT_AGENT,
    process.env.UPNEXT_SESSION,
    settingsDirectory(),
  ].join("\n")
  if (hook.isDeaf) return undefined
  const { UPNEXT_SAID: said, UPNEXT_TASK_ID: task } = process.env
  // Its worker keeps the claim alive, has the words, and finishes the task when the agent ends.
  if (hook.name !== "start" && said && task) return listenToWorker(task, said)
  const settings = await readSettings(flags, surroundingsOf(hook, process.env), settingsDirectory(), {
    question: "refuses",
  })
  const agent = settings.agent ?? hook.client
  if (agent === undefined) return undefined
  const asker: Asker = { settings: { ...settings, agent }, agent, timeoutMs: limit.asks(settings) }
  if (hook.name === "start") return findStart(asker)
  const askers = [asker, ...(await askerByTools(asker, hook))]
  // What counts as said is said, also where the time is just over.
  const listenAll = async (isOld: boolean) => {
    const told = await Promise.all(askers.map((each) => listen(each, isOld, () => limit.end())))
    return told.filter((each) => each !== undefined)
  }
  if (hook.name === "heartbeat")
    return together(await listenAll(await isDue(`heartbeat\n${who}`, heartbeatMs)))
  // Words come once, so that they also may put off a stop that was put off already.
  const [words, reminders] = await Promise.all([
    listenAll(false),
    hook.isRepeated ? [] : Promise.all(askers.map((each) => remind(each))),
  ])
  const reminder = reminders.find((each) => each !== undefined)
  if (reminder) limit.end()
  const isNew = reminder && (await isDue(`stop\n${who}\n${reminder.task}`, reminderMs))
  return together(isNew ? [...words, reminder.text] : words)
}

/** Asks for what is held through the tools that are running in the session of this hook. */
async function askerByTools(asker: Asker, { client }: Hook): Promise<Asker[]> {
  const { session: around } = asker.settings
  const tools = around && client && (await findToolsSession(around, client))
  if (!tools) return []
  const { agent, session } = tools
  return [{ ...asker, settings: { ...asker.settings, agent, session }, agent, isByTools: true }]
}

function together(texts: readonly string[]): string | undefined {
  return texts.length > 0 ? texts.join("\n") : undefined
}
