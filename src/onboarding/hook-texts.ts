import type { ClientName, HookFile, HookMoment } from "./clients.ts"
import type { Json } from "../domain/wire/metadata.ts"

/** The events of a client, each with the moment that it is. */
export function hookEvents({ events, afterFailure }: HookFile): (readonly [string, HookMoment])[] {
  const { start, heartbeat, stop } = events
  return [
    [start, "start"],
    [heartbeat, "heartbeat"],
    ...(afterFailure === undefined ? [] : [[afterFailure, "heartbeat"] as const]),
    [stop, "stop"],
  ]
}

/** The part of a hook's command by which it is known as ours. */
export const hookSign = "upnext prime"

/** Where `upnext` is not installed, the shell ends well all the same: a hook never stops an agent. */
function hookCommand(client: ClientName, moment: HookMoment): string {
  return `${bareCommand(client, moment)} || exit 0`
}

/** One handler, in the shape that the client's file has. */
export function hookHandler(client: ClientName, moment: HookMoment, { shape, patience }: HookFile): Json {
  const command = hookCommand(client, moment)
  if (shape === "groups") return { hooks: [{ type: "command", command, ...patience }] }
  // Cursor repeats a stop hook that answers; once is enough.
  return { command, ...patience, ...(moment === "stop" && { loop_limit: 1 }) }
}

/** The file of hooks that is ours alone, as Copilot reads it. */
export function hookFile(client: ClientName, file: HookFile): string {
  const { patience, besides } = file
  const hooks = Object.fromEntries(
    hookEvents(file).map(([event, moment]) => [
      event,
      [
        {
          type: "command",
          bash: hookCommand(client, moment),
          powershell: `${bareCommand(client, moment)}; exit 0`,
          ...patience,
        },
      ],
    ]),
  )
  return `${JSON.stringify({ ...besides, hooks }, null, 2)}\n`
}

/** OpenCode has no hooks in a file of settings, but loads plugins from the project. */
export const openCodePlugin = `// Written by \`upnext init --agents --hooks\`, removed by \`upnext init --agents --remove\`.
// It tells a new session what upnext has for it, keeps the claim alive, passes on comments on the claimed task, and reminds once of an open claim.
// Without a server, or without upnext, it does nothing.
export const Upnext = async ({ $, client }) => {
  const prime = async (hook, session_id) => {
    const input = new Response(JSON.stringify({ session_id }))
    const run = $\`upnext prime --for opencode --hook \${hook} < \${input}\`
    return (await run.quiet().nothrow().text()).trim()
  }
  const say = async (hook, id, noReply) => {
    const text = await prime(hook, id)
    if (text) await client.session.prompt({ path: { id }, body: { noReply, parts: [{ type: "text", text }] } })
  }
  return {
    event: async ({ event }) => {
      if (event.type === "session.created" && !event.properties.info.parentID)
        await say("start", event.properties.info.id, true)
      if (event.type === "session.idle") await say("stop", event.properties.sessionID, false)
    },
    // So that commands which the agent types act in the same session.
    "shell.env": async ({ sessionID }, output) => {
      if (sessionID) output.env.OPENCODE_SESSION_ID ??= sessionID
    },
    // What others say on the task stands behind the result of the tool. Of an MCP server's tool that is a list of parts.
    "tool.execute.after": async ({ sessionID }, output) => {
      const text = await prime("heartbeat", sessionID)
      if (!text) return
      if (Array.isArray(output.content)) output.content.push({ type: "text", text })
      else output.output += "\\n\\n" + text
    },
  }
}
`

// --- internal ---

function bareCommand(client: ClientName, moment: HookMoment): string {
  return `${hookSign} --for ${client} --hook ${moment}`
}
