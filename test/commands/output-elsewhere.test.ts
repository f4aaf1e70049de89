import { afterAll, beforeAll, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { useDatabase } from "../support/postgres.ts"
import { startServerHere, temporaryHome, type RunningServer } from "../support/server.ts"
import { upnext } from "./upnext.ts"

const database = useDatabase()
const servers: RunningServer[] = []
let space: Awaited<ReturnType<typeof temporaryHome>>

beforeAll(async () => {
  space = await temporaryHome()
  const env = { UPNEXT_DATABASE: database.url }
  for (const _ of ["the one that is printed to", "the one that is asked"])
    servers.push(await startServerHere({ home: space.home, env }))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await space.remove()
})

test("task output of another server of the board says which one has it, also to who follows it", async () => {
  const [here, there] = servers.map(({ url }) => createClient({ url }))
  if (!here || !there) throw new Error("two servers")
  const { task } = await here.task.create({ title: "Print" })
  const { lease } = await here.task.claim({ id: task.id, agent: "ann" })
  const at = (server: number) => ({ UPNEXT_URL: servers[server]?.url, UPNEXT_HOME: space.home })
  const following = upnext(["task", "output", task.id, "--follow"], at(1))
  await here.task.sendOutput({ id: task.id, text: "one\n", leaseToken: lease.token })

  const { stdout, status } = await following
  expect(status).toBe(0)
  expect(stdout).toContain("Another server for this board, on ")
  expect(stdout).toContain(`hint  To read the output there, add --url ${servers[0]?.url}\n`)
  expect(stdout).not.toContain("one")

  expect(await there.task.output({ id: task.id })).toMatchObject({
    output: null,
    elsewhere: { epoch: 1, agent: "ann", url: servers[0]?.url },
  })
  const asTold = await upnext(["task", "output", task.id, "--url", `${servers[0]?.url}`], at(1))
  expect(asTold.stdout).toBe("one\n")
})
