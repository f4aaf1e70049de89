import { nearest } from "../nearest.ts"

/**
 * The most similar command, as it is typed after `upnext`; undefined if none is similar enough.
 * @param word the word in the place of a command
 * @param group the group before it; "" for none
 * @param names the full names of all commands (`task add`), and the short ones (`add`)
 */
export function suggest(word: string, group: string, names: readonly string[]): string | undefined {
  const [verb = word, ...more] = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word).split(" ") : [word]
  const inGroup = (each: string) => `${group} ${each}`.trim()
  const exact = [inGroup(verb), verb].find((each) => names.includes(each))
  const command = exact ?? names.find((each) => each.endsWith(` ${verb}`))
  if (command !== undefined) return [command, ...more].join(" ")
  const here = names.filter((each) => each.startsWith(inGroup("")) && each !== group)
  const heads = here.map((each) => each.slice(inGroup("").length).trim().split(" ")[0] ?? each)
  const near = nearest(word, [...new Set(heads)])
  return near === undefined ? undefined : inGroup(near)
}

// --- internal ---

/** What other programs call these commands, with what stands behind them. */
const synonyms: Readonly<Record<string, string>> = {
  ls: "list",
  ll: "list",
  all: "list --all",
  tasks: "list",
  find: "list <words>",
  grep: "list <words>",
  search: "list <words>",
  mine: "list --assignee me",
  blocked: "list --status blocked",
  ready: "next",
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
  pick: "claim",
  begin: "claim",
  "start-task": "claim",
  unclaim: "release",
  "give-up": "release",
  complete: "done",
  finish: "done",
  close: "done",
  note: "comment",
  say: "comment",
  approve: "review <id> approve",
  reject: "review <id> request_changes",
  update: "edit",
  set: "edit",
  change: "edit",
  move: "edit",
  assign: "edit <id> --assignee <name>",
  block: "edit <id> --status blocked",
  tag: "edit <id> --tag +<tag>",
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
