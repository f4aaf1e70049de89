/** The server under test, as a user runs it, on a port of its own: on its home, or on a board of a database. */
import { createUpnext, loadConfig } from "../../dist/index.js"

const [home, database, board] = process.argv.slice(2)
const config = await loadConfig({ flags: { home, database, board }, env: {} })
const { url } = await createUpnext({ ...config, port: 0 })
process.once("SIGINT", () => process.exit(0))
process.send(Number(new URL(url).port))
