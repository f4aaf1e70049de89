import type { Config, Sources } from "./config/config.ts"
import type { Upnext, UpnextOptions } from "./upnext.ts"

export { createClient } from "./client/client.ts"
export type { FileAnswer, FileToSend } from "./client/contract.ts"
export { UpnextError, type ErrorCode, type Problem } from "./errors.ts"
export type { Config, Upnext, UpnextOptions }
export type { Logger } from "./machine/warnings.ts"
export type { PublicEvent } from "./domain/events/shown.ts"
export type { AgentView } from "./domain/wire/agents/agent-schemas.ts"
export type { CommentView, TaskView } from "./domain/wire/tasks/view-schemas.ts"

/** Reads the settings: flags, then UPNEXT_* variables, then config.json, then the defaults. */
export async function loadConfig(sources: Sources): Promise<Config> {
  const { config } = await import("./commands/server-parts.ts")
  return (await config()).loadConfig(sources)
}

/** Starts a server. A program that only needs a client does not load the server's code. */
export async function createUpnext(options: UpnextOptions): Promise<Upnext> {
  const { upnext } = await import("./commands/server-parts.ts")
  return (await upnext()).createUpnext(options)
}
