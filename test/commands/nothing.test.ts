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

test.each([
  ["lessons xyz", 'No lessons match "xyz".'],
  ["lessons --project nope", "No lessons match."],
  ["agent list --live", "No agents match."],
  ["token list --account nope", "No tokens match."],
])("`upnext %s` does not say that there is nothing at all", async (typed, said) => {
  expect((await upnext(typed.split(" "))).stderr).toContain(said)
})

test.each(["add x", "comment T-1 x", "edit T-1 --title x", "claim T-1", "undo", "whoami"])(
  "`upnext %s` under an empty name is refused",
  async (typed) => {
    const refused = await upnext([...typed.split(" "), "--agent", ""])
    expect(refused).toMatchObject({ status: 2, stdout: "" })
    expect(refused.stderr).toContain("--agent: must not be empty")
  },
)

test("an empty variable counts as unset", async () => {
  expect((await upnext(["whoami"], { UPNEXT_AGENT: "" })).status).toBe(0)
})

test("a word behind `needs` is taken for a name, and a field of --data that is not there is named", async () => {
  expect((await upnext(["needs", "kim"])).stderr).toContain("Write `upnext needs --agent kim")
  const refused = await upnext(["add", "x", "--data", '{"bogus":1}'])
  expect(refused.stderr).toContain('--data: unknown field "bogus".')
  expect(refused.stderr).toContain("--data: the fields are title, priority,")
  const mistyped = await upnext(["add", "--data", '{"titel":"x"}'])
  expect(mistyped.stderr).toContain('--data: unknown field "titel"; did you mean "title"?')
})
