import { createClient, type Client } from "../terminal/client.ts"
import type { OutputOf } from "../client/contract.ts"
import { UpnextError } from "../errors.ts"
import { explainSettings } from "../terminal/explain-settings.ts"
import { common, someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { inFlagWords, type Spelling } from "../terminal/flag-words.ts"
import { line, print, printJson, style } from "../terminal/output.ts"
import { exitOf, problemOf } from "../terminal/report.ts"
import { readSettings, type Settings } from "../terminal/settings.ts"
import type { Sourced } from "../terminal/sources.ts"
import { ago } from "../terminal/show-time.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"

export default define({
  name: "whoami",
  summary: "Show your name, session and account here, and what you hold",
  flags: {},
  common: someOfCommon("agent", "session", "url", "token", "home", "json"),
  about: [
    "Sessions prevent two processes with the same name from getting the same task. A session that was named, or set by a coding agent, is strict: only that session may write to the tasks it holds. A terminal's session is loose: any terminal with the same name may write to its tasks.",
  ],
  examples: [["whoami", "exit status 4 if the server cannot be reached; name and session are still shown"]],
  async run({ flags }) {
    const settings = await readSettings(flags, process.env, settingsDirectory())
    const found = await findHeld(settings)
    const { session, isSessionLoose } = settings.identity
    const { name = settings.identity.name, tasks, access, error } = found
    if (flags.json === true) {
      printJson({
        agent: named(name),
        session: session ? { ...named(session), loose: isSessionLoose } : null,
        url: settings.url,
        access: access ?? null,
        tasks: tasks?.map(toHeld) ?? null,
        ...(error && { problem: problemOf(error) }),
      })
      return error ? exitOf(error) : 0
    }
    const held = (tasks ?? []).map((task) => taskRow(task, session?.text ?? null))
    print([row("name", name), row("session", session), ...accountRow(access), ...held].join("\n"))
    if (error) throw explainSettings(error, settings)
    if (tasks?.length === 0) print(`${style.dim("holds".padEnd(9))}nothing`)
    return 0
  },
})

// --- internal ---

type KnownAccess = OutputOf<"access.read">["access"]
type HeldTask = OutputOf<"task.list">["tasks"][number]

interface HeldByName {
  /** The agent that the token belongs to, where that is another than the settings say. */
  readonly name?: Sourced
  readonly tasks?: readonly HeldTask[]
  /** What the board knows of the token, where it asks for one. */
  readonly access?: KnownAccess | undefined
  readonly error?: UpnextError
}

async function findHeld(settings: Settings): Promise<HeldByName> {
  const { agent, isAgentAssumed } = settings
  if (agent === undefined) return { tasks: [] }
  try {
    return await findAs(createClient({ ...settings, actor: agent, isActorAssumed: false }), agent)
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    const owner = error.code === "actor_mismatch" ? error.facts.agent : undefined
    if (owner === undefined || !isAgentAssumed) return { error: inFlagWords(error, "whoami", spell) }
    return {
      name: { text: owner, source: "the token" },
      ...(await findAs(createClient({ ...settings, actor: owner }), owner)),
    }
  }
}

async function findAs(client: Client, agent: string): Promise<HeldByName> {
  const tasks = await listHeld(client, agent)
  const access = await readAccess(client)
  return { tasks, access: access?.required === true ? access : undefined }
}

/** A server from before there were accounts knows nothing of them. */
async function readAccess(client: Client): Promise<KnownAccess | undefined> {
  try {
    return (await client.access.read()).access
  } catch (error) {
    if (error instanceof UpnextError && error.code === "not_found") return undefined
    throw error
  }
}

/** The name that is looked for as an assignee was typed as the agent. */
function spell(field: string): Spelling | undefined {
  return field === "assignee"
    ? { shown: "--agent", description: common["agent"]?.description ?? "" }
    : undefined
}

/** The newest is enough to see: 50 tasks at most. */
async function listHeld(client: Client, assignee: string): Promise<readonly HeldTask[]> {
  return (await client.task.list({ assignee, status: ["doing"], compact: true })).tasks
}

const named = (value: Sourced | undefined) => ({ name: value?.text ?? null, source: value?.source ?? null })

const toHeld = ({ id, title, lease }: HeldTask) => ({
  id,
  title,
  expiresAt: lease?.expiresAt ?? null,
  session: lease?.session ?? null,
  heardAt: lease?.heardAt ?? null,
})

function row(title: string, value: Sourced | undefined): string {
  const text = value ? `${line(value.text)}  ${style.dim(`(${line(value.source)})`)}` : style.dim("none")
  return `${style.dim(title.padEnd(9))}${text}`
}

/** One line, where the board asks who is there. */
function accountRow(access: KnownAccess | undefined): string[] {
  if (!access) return []
  const { account, role, agent, person } = access
  const said = [
    `role ${role ?? "none"}`,
    ...(agent === null ? [] : [`acts as ${line(agent)}`]),
    ...(person ? ["a person"] : []),
  ]
  const of = account === null ? "none" : line(account)
  const source = account === null ? "; the token comes from the server's configuration" : ""
  return [`${style.dim("account".padEnd(9))}${of}  ${style.dim(`(${said.join(", ")}${source})`)}`]
}

/** @param own the session that asks */
function taskRow({ id, title, lease }: HeldTask, own: string | null): string {
  const until = lease === null ? "no claim" : lease.expiresAt === null ? "no end" : ago(lease.expiresAt)
  return `${style.dim("holds".padEnd(9))}${style.bold(id)}  ${line(title)}  ${style.dim(`${until}${whose(lease, own)}`)}`
}

/** Which of the sessions of the name holds a task. */
function whose(lease: HeldTask["lease"], own: string | null): string {
  if (lease === null) return ""
  if (lease.session === null) return ", in no session"
  if (lease.session === own) return ", in this session"
  const heard = lease.heardAt === null ? "" : `, last heard ${ago(lease.heardAt)}`
  return `, in session ${line(lease.session)}${heard}`
}
