import { expect, test } from "vitest"
import { createClient } from "../../../src/client/client.ts"
import { createConnection } from "../../../src/attempts/work/connection.ts"
import { describeWorker, type Described } from "../../../src/attempts/work/describe.ts"
import { startAccess } from "../../access/support.ts"

test("a worker whose role may not say what its agent draws on is told who may, and then starts as it is", async () => {
  const board = await startAccess()
  const [ann, mira] = [await board.join("ann"), await board.join("mira", { role: "manage" })]
  const describeBy = ({ token }: { token: string }, described: Described) =>
    describeWorker(
      createClient({ url: board.server.url, token, actor: described.agent }),
      createConnection(() => undefined),
      described,
      {},
    )
  const wanted = { agent: "ann", skills: ["gpu"], resources: ["a plan", "disk"] }
  await expect(describeBy(ann, wanted)).rejects.toMatchObject({
    code: "not_allowed",
    message:
      "The account ann has the role work and may not say which resources an agent uses: that requires the role manage.",
    facts: { needs: "manage" },
    hint: "A member with the role manage must run `upnext agent describe ann --resource 'a plan' --resource disk` once; then start this worker again.",
  })
  await describeBy(mira, { agent: "ann", resources: ["a plan", "disk"] })
  await describeBy(ann, wanted)
  expect((await mira.run("agent.read", { name: "ann" })).agent).toMatchObject({
    skills: wanted.skills,
    resources: wanted.resources,
  })
})
