import { connectHttp } from "../support/mcp.ts"
import { expectProblem, type AccessBoard, type Member } from "./support.ts"

/** Expects that this request is refused and changes nothing. */
export async function expectRefused(
  board: AccessBoard,
  member: Member,
  [method, path, body]: readonly [string, string, object?],
  code: string,
  headers: Record<string, string> = {},
): Promise<void> {
  await board.expectUntouched(async () =>
    expectProblem(await member.ask(path, { method, body, headers }), code),
  )
}

/** Calls a tool of MCP, by a client of this name. @returns what the model reads */
export async function callTool(
  board: AccessBoard,
  { token }: Member,
  tool: string,
  input: Readonly<Record<string, unknown>>,
  name = "a-model",
): Promise<string> {
  const client = await connectHttp(board.server.url, { name, headers: { authorization: `Bearer ${token}` } })
  const text = await client.call(tool, input)
  await client.close()
  return text
}
