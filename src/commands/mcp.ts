import "../terminal/light-fetch.ts"
import { isatty } from "node:tty"
import { createBridge } from "../mcp/bridge.ts"
import { ownProgram } from "../machine/own-program.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { note } from "../terminal/output.ts"
import { findProjectFile } from "../terminal/project-file.ts"
import { readSettings } from "../terminal/settings.ts"
import { version } from "../version.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"
import { leaveToolsSession } from "../terminal/tools-session.ts"

export default define({
  name: "mcp",
  summary: "Offer Upnext's tools to a coding agent over MCP",
  flags: {
    session: { kind: "text", description: "default: a session of its own for each process" },
  },
  common: someOfCommon("agent", "project", "url", "token", "home"),
  about: [
    "Once this command is configured as one of a coding agent's MCP servers, the agent starts the command itself. The command speaks the Model Context Protocol and finds the running server like any other command. Without --agent or UPNEXT_AGENT, the command uses the name of the calling program. Each process has its own session, so two processes under one name never get the same task.",
  ],
  examples: [["mcp", "for an agent's MCP configuration: the command `upnext` with the argument `mcp`"]],
  async run({ flags }) {
    const program = ownProgram()
    const { createToolServer, serveTools } = await import("../mcp/parts.ts")
    const read = () =>
      readSettings(flags, process.env, settingsDirectory(), { asksOwner: false, question: "refuses" })
    const settings = await readSettings(flags, process.env, settingsDirectory(), { question: "passes" })
    const { host, project } = settings
    // The client knows its own name better than the surroundings of its process do.
    const agent = settings.isAgentAssumed ? undefined : settings.agent
    const session = typeof flags["session"] === "string" ? flags["session"] : process.env["UPNEXT_SESSION"]
    const callerOf = createBridge({
      ...{ agent, address: read, host, project, session: session || undefined },
      async verify(claim, call) {
        program.requireSame()
        const { verifyForTool } = await (await import("../attempts/parts.ts")).verifyForTool()
        return verifyForTool(claim, call)
      },
      async treeHere({ id }, call) {
        if ((findProjectFile(settingsDirectory())?.own.checks.size ?? 0) === 0) return undefined
        program.requireSame()
        const { namedTree } = await (await import("../attempts/parts.ts")).namedTree()
        const { task } = await call("task.read", { id })
        return namedTree(task, process.cwd(), process.env)
      },
      onClaim(tools) {
        const { session: around } = settings
        if (around !== undefined) void leaveToolsSession(around, tools).catch(() => undefined)
      },
    })
    const warn = (message: string, error: unknown) => note(`${message}: ${String(error)}`)
    if (isatty(0))
      note(
        "A coding agent starts this command itself and talks to it over MCP. Ctrl+C ends the command; --help says more.",
      )
    await serveTools(
      process,
      () => createToolServer({ version, callerOf, warn }),
      (error) => warn("Handling an MCP message failed", error),
      (stop) => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop)
      },
    )
    return 0
  },
})
