import type { Flag, Flags } from "./flag.ts"

/** The flag of every command that uses the files of a server. */
export const homeFlag: Flag = {
  kind: "text",
  description: "data directory (UPNEXT_HOME), default ~/.upnext",
}

/** The flag of every command that reads one of the boards of a database. */
export const boardFlag: Flag = {
  kind: "text",
  description: "board in the database (UPNEXT_BOARD), default main",
}

/** The flags of every command that calls a server. */
export const common: Flags = {
  agent: {
    kind: "text",
    description: "name to act under (UPNEXT_AGENT), default: the coding agent, else your login name",
  },
  project: { kind: "text", description: "project to work in (UPNEXT_PROJECT)" },
  session: {
    kind: "text",
    description: "distinguishes processes that share a name (UPNEXT_SESSION), default: see `upnext whoami`",
  },
  url: {
    kind: "text",
    description: "the server (UPNEXT_URL), default: the one that uses the data directory",
  },
  port: { kind: "number", description: "short for --url http://127.0.0.1:<port>" },
  home: homeFlag,
  token: { kind: "text", description: "token for the server (UPNEXT_TOKEN)" },
  data: { kind: "object", description: "more fields as a JSON object, or - for standard input" },
  json: { kind: "boolean", description: "print the response, or the problem, as JSON" },
}

/** Some of these flags, for a command that does not need the others. `url` brings its short form `port`. */
export function someOfCommon(...names: readonly string[]): Flags {
  return Object.fromEntries(
    Object.entries(common).filter(([name]) => names.includes(name === "port" ? "url" : name)),
  )
}
