import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test.each<[string, number?]>([
  ["account list"],
  ["agent list"],
  ["claim", 3],
  ["events --once --after 999999"],
  ["history --by nope"],
  ["host list"],
  ["inbox"],
  ["lessons"],
  ["list"],
  ["list --trash"],
  ["needs"],
  ["needs --all"],
  ["next", 3],
  ["project list"],
  ["resource list"],
  ["stats --agent nope"],
  ["token list"],
  ["undo --list"],
  ["work --once -- true", 3],
])("`upnext %s` says on standard error that there is nothing", async (typed, exit = 0) => {
  const { status, stdout, stderr } = await upnext(typed.split(" "))
  expect([status, stdout]).toEqual([exit, ""])
  expect(stderr).toMatch(/^[A-Z][^]*\n$/)
})
