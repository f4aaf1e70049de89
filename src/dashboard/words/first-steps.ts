/** A line for a terminal, and what it is for. */
export interface FirstStep {
  readonly says: string
  readonly code: string
}

/** The ways to add the first task without this page. */
export function waysToAdd(page: URL): FirstStep[] {
  const { origin } = page
  return [
    { says: "In a shell", code: `upnext add "Write the README"${flagToReach(page)}` },
    {
      says: "In a program",
      code: [
        `curl ${origin}/tasks`,
        `-H content-type:application/json`,
        `-d '{"title":"Write the README"}'`,
      ].join(goesOn),
    },
  ]
}

/** The ways to hand out tasks to agents. `docs/agents.md` tells the same at length. */
export function waysToConnect(page: URL, needsToken: boolean): FirstStep[] {
  const server = flagToReach(page)
  return [
    { says: "For the coding agents found in a repository", code: `upnext init --agents${server}` },
    {
      says: "For Claude Code, with the MCP tools only",
      code: [
        `claude mcp add --transport http upnext ${page.origin}/mcp`,
        ...(needsToken ? ["--header 'Authorization: Bearer ${UPNEXT_TOKEN}'"] : []),
      ].join(goesOn),
    },
    {
      says: "For any command, run once per task",
      code: `upnext work --agent ann${server} -- ./do-the-work`,
    },
  ]
}

// --- internal ---

const goesOn = " \\\n  "

/** None where a command finds the server by itself, whatever the home. */
function flagToReach({ hostname, port, origin }: URL): string {
  const isThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return isThisMachine && port === usualPort ? "" : ` --url ${origin}`
}

const usualPort = "4445"
