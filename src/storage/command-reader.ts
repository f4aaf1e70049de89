import type { ReadCommands } from "./log.ts"

/** What reads commands, or how to load it when there are some: to make what knows all events takes a while. */
export type CommandReader = ReadCommands | { load(): Promise<ReadCommands> }

export function loadReader(reader: CommandReader): ReadCommands | Promise<ReadCommands> {
  return typeof reader === "function" ? reader : reader.load()
}
