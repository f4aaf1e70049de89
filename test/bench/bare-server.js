/**
 * A server that readers know: node:http, which answers every request with the same bytes as the server under test. A body is
 * read to its end first, and nothing of it is kept.
 */
import { createServer } from "node:http"

const body = process.argv[2] ?? ""
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }

const server = createServer((request, response) => {
  const answer = () => response.writeHead(200, headers).end(body)
  if (request.method === "GET") answer()
  else request.resume().once("end", answer)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
