import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()

/** It is silent where the server has no time for it within 300 ms, so it is asked until it answers. */
async function prime(): Promise<string> {
  for (;;) {
    const { stdout } = await upnext(["prime", "--agent", "ann"])
    if (stdout !== "") return stdout
  }
}

test.each([
  [["agent", "pause", "ann"], ["agent", "resume", "ann"], "You are"],
  [["team", "pause"], ["team", "resume"], "The whole team is"],
])("prime says after %j that nothing is offered, in place of what is ready", async (pause, resume, who) => {
  await upnext(["task", "add", "x"])
  await upnext([...pause, "--reason", "lunch"], { UPNEXT_AGENT: "bo" })
  expect(await prime()).toMatch(
    new RegExp(
      `^${who} paused by "bo", until somebody resumes it: "lunch"\\. Nothing is offered\\. Wait until the pause ends, or ask a person`,
      "m",
    ),
  )
  await upnext(resume)
  expect(await prime()).toMatch(/^Ready: /m)
})
