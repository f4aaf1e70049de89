// The protocol over standard input and output. The build puts each module that a command loads of the server into its own part.
export { serveStdio } from "@modelcontextprotocol/server/stdio"
