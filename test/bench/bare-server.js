/** A server that readers know: node:http, which answers every request with the same bytes as the server under test. */
import { createServer } from "node:http"

const body = process.argv[2] ?? ""
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }

const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
