import { subscribe } from "node:diagnostics_channel"
import { createServer } from "node:net"

/** For `node --import`: a program that is a moment faster. It listens just before the server's own HTTP server does. */
const port = Number(process.env.RIVAL_PORT)
subscribe("tracing:net.server.listen:asyncStart", ({ server, options }) => {
  if (server.listenerCount("request") > 0 && options.port === port)
    createServer().listen({ port, host: "127.0.0.1" }).unref()
})
