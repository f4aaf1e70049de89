// What `dist/mcp.cjs` is made of: MCP, over HTTP in the server and over standard input and output in a command. Only who
// speaks it loads this.
export { createMcpEndpoint } from "./endpoint.ts"
export { createToolServer } from "./server.ts"
export { serveTools } from "./stdio.ts"
