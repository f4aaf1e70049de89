/** The server under test, as a user runs it, on a port of its own. */
import { createUpnext, loadConfig } from "../../dist/index.js"

const config = await loadConfig({ flags: { home: process.argv[2] }, env: {} })
const { url } = await createUpnext({ ...config, port: 0 })
process.once("SIGINT", () => process.exit(0))
process.send(Number(new URL(url).port))
