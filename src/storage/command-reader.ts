import type { ReadCommands } from "./log.ts"

/**
 * The reader of commands, or a function that loads it when there are commands: creating the schemas of all events
 * takes a while.
 */
export type CommandReader = ReadCommands | { load(): Promise<ReadCommands> }

export function loadReader(reader: CommandReader): ReadCommands | Promise<ReadCommands> {
  return typeof reader === "function" ? reader : reader.load()
}
