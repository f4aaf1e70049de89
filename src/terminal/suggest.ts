import { nearest } from "../nearest.ts"

/**
 * The most similar command, as it is typed after `upnext`; undefined if none is similar enough.
 * @param word the word in the place of a command
 * @param group the group before it; "" for none
 * @param names the full names of all commands (`task add`), and the short ones (`add`)
 */
export function suggest(word: string, group: string, names: readonly string[]): string | undefined {
  const verb = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word) : word
  const inGroup = (each: string) => `${group} ${each}`.trim()
  const exact = [inGroup(verb), verb].find((each) => names.includes(each))
  const elsewhere = names.find((each) => each.endsWith(` ${verb}`))
  if (exact !== undefined || elsewhere !== undefined) return exact ?? elsewhere
  const here = names.filter((each) => each.startsWith(inGroup("")) && each !== group)
  const heads = here.map((each) => each.slice(inGroup("").length).trim().split(" ")[0] ?? each)
  const near = nearest(word, [...new Set(heads)])
  return near === undefined ? undefined : inGroup(near)
}

// --- internal ---

/** What other programs call these commands. */
const synonyms: Readonly<Record<string, string>> = {
  ls: "list",
  ll: "list",
  all: "list",
  new: "add",
  create: "add",
  rm: "delete",
  del: "delete",
  remove: "delete",
  cat: "show",
  get: "show",
  view: "show",
  info: "show",
  take: "claim",
  grab: "claim",
  pull: "claim",
  complete: "done",
  finish: "done",
  close: "done",
  note: "comment",
  update: "edit",
  set: "edit",
  change: "edit",
  move: "edit",
  log: "history",
  logs: "events",
  watch: "events",
  tail: "events",
  run: "start",
  serve: "start",
  up: "start",
  kill: "stop",
  quit: "stop",
  down: "stop",
  health: "status",
  ps: "status",
  ui: "open",
  dashboard: "open",
  web: "open",
  setup: "init",
  learned: "reflections",
  check: "meet",
  tick: "meet",
  drop: "cancel",
  abandon: "cancel",
}
