import { version as ours } from "../package.json"

export const version: string = ours

/** Whether a word on the command line asks for the version. */
export const isVersion = (word: string): boolean => ["--version", "-V", "-v", "version"].includes(word)
