/** What a large board costs: its checkpoint, its start. */
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { checkpointOf, homeOf, idleHome, past } from "../boards.js"
import { large, lazily, thousands, until } from "../compare.js"
import { childAt, space, tell } from "../programs.js"
import { timed, timeToHealth } from "./processes.js"

/** The longest time, in ms, that nothing else ran on the event loop of a server while it wrote a checkpoint. */
async function longestPause() {
  const { many } = await past()
  const board = checkpointOf(homeOf(large))
  await until(() => existsSync(board), "no checkpoint was written")
  const isWriting = () => existsSync(`${board}.new`)
  await until(() => !isWriting(), "the checkpoint was not finished")
  // It is due when the journal has grown by its size. A long text makes that quick, and leaves the board as large.
  while (!isWriting()) await describe(many)
  await tell(childAt(many), "watch")
  await until(() => !isWriting(), "the checkpoint was not finished")
  return tell(childAt(many), "longest")
}

let texts = 0

/** On connections of its own: those that other rows kept open may have been closed since. */
async function describe(port) {
  const headers = { "content-type": "application/json", connection: "close" }
  const answers = Array.from({ length: 4 }, async () => {
    const body = JSON.stringify({ description: `${texts++} `.padEnd(60_000, "x") })
    const asked = request({ port, path: "/tasks/T-1", method: "PATCH", headers }).end(body)
    const [response] = await once(asked, "response")
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    await once(response.resume(), "end")
  })
  await Promise.all(answers)
}

/** The board of the checkpoint as plain JSON, with the name of each field at each value. */
const plain = lazily(async () => {
  const { tasks, ...rest } = JSON.parse(readFileSync(checkpointOf(await idleHome()), "utf8"))
  const flat = tasks.map(({ fields, ...task }) => ({ ...task, ...fields }))
  // A record has 52 values, and each is named, those that are empty too.
  const names = new Set(flat.flatMap(Object.keys))
  for (let i = 1; names.size < 52; i++) names.add(`emptyField${i}`)
  const empty = Object.fromEntries([...names].map((name) => [name, null]))
  const named = flat.map((task) => ({ ...empty, ...task }))
  const path = join(space, "plain.json")
  writeFileSync(path, JSON.stringify({ ...rest, tasks: named }))
  return path
})

const timeToParse = (path) =>
  timed(["-e", `JSON.parse(require("node:fs").readFileSync(${JSON.stringify(path)}, "utf8"))`])

export const rows = [
  {
    what: `longest pause of the event loop while a checkpoint of ${thousands} tasks is written`,
    unit: "ms",
    gate: "≤ 8",
    aim: 3,
    before: "4–5",
    slices: 1,
    ours: longestPause,
  },
  {
    what: `\`upnext start\` to the first answer of /health, ${thousands} tasks and ${large / 100}k events : JSON.parse of that board`,
    unit: "ms",
    gate: "≤ 1.8",
    aim: 1,
    before: "1.7–2.0",
    slices: 1,
    ours: async () => timeToHealth(await idleHome()),
    theirs: async () => timeToParse(await plain()),
  },
  {
    what: "the same start : JSON.parse of the checkpoint itself, which leaves out what is empty",
    unit: "ms",
    slices: 1,
    ours: async () => timeToHealth(await idleHome()),
    theirs: async () => timeToParse(checkpointOf(await idleHome())),
  },
]
