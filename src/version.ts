import { version as ours } from "../package.json"

export const version: string = ours

/** Whether a word of the command line asks for it. */
export const isVersion = (word: string): boolean => ["--version", "-V", "-v", "version"].includes(word)
