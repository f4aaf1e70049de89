/**
 * The server under test, as a user runs it, on a port of its own: on its home, or on a board of a database. Its parent
 * may ask it what no request tells: the bytes in use (`memory`), and the longest time that its event loop was held up
 * since `watch` (`longest`, in ms), or a profile of its processor from `profile` to `profiled`.
 */
import { Session } from "node:inspector/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { createUpnext, loadConfig } from "../../dist/index.js"

const [home, database, board] = process.argv.slice(2)
const config = await loadConfig({ flags: { home, database, board }, env: {} })
// With this variable the board asks for a token, which the parent may ask for.
const firstToken = process.env.UPNEXT_BENCH_TOKEN === "1"
const { url, token, close } = await createUpnext({ ...config, port: 0, firstToken })
process.once("SIGINT", () => process.exit(0))
process.once("SIGTERM", () => close().then(() => process.exit(0)))

const delay = monitorEventLoopDelay({ resolution: 1 })
const session = new Session()
const answers = {
  token: () => token,
  async profile() {
    session.connect()
    await session.post("Profiler.enable")
    await session.post("Profiler.start")
    return 0
  },
  async profiled() {
    const { profile } = await session.post("Profiler.stop")
    session.disconnect()
    return JSON.stringify(profile)
  },
  memory() {
    setFlagsFromString("--expose-gc")
    runInNewContext("gc")()
    const { heapUsed, external } = process.memoryUsage()
    return { heapUsed, external }
  },
  watch() {
    delay.reset()
    delay.enable()
    return 0
  },
  longest() {
    delay.disable()
    return delay.max / 1e6
  },
}
process.on("message", async (question) => process.send(await answers[question]()))
process.send(Number(new URL(url).port))
