import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("`task show` tells what was learned in each attempt that was finished, as it was at the moment asked for", async () => {
  const id = (await upnext(["add", "Export", "--format", "id"])).stdout.trim()
  const finish = async (learned: string) => {
    await upnext(["claim", id])
    const done = await upnext(["done", id, "--summary", "it runs", "--lesson", learned])
    expect(done.stderr).toBe("")
  }
  await finish("use the new numbers")
  const shown = await upnext(["show", id])
  expect(shown.stdout).toMatch(
    / {2}done:\n {4}it runs\n\n {2}learned by ann, [^\n]+:\n {4}use the new numbers\n$/,
  )
  await upnext(["reopen", id])
  await finish("and round them")
  expect((await upnext(["show", id])).stdout).toMatch(
    /use the new numbers\n {2}learned by ann, .*\n {4}and round/,
  )
  expect((await upnext(["show", id, "--json"])).json()["reflections"]).toMatchObject([
    { content: "use the new numbers", agent: "ann" },
    { content: "and round them" },
  ])
  expect((await upnext(["show", id, "--at", "1"])).stdout).not.toContain("learned")
})

test("what a task waits for is told apart from what it no longer waits for", async () => {
  const add = async (title: string, ...flags: string[]) =>
    (await upnext(["add", title, ...flags, "--format", "id"])).stdout.trim()
  const [one, two] = [await add("One"), await add("Two")]
  const waiting = await add("Three", "--blocked-by", `${one},${two}`)
  await upnext(["done", one, "--lesson", "x"])
  expect((await upnext(["show", waiting])).stdout).toMatch(
    new RegExp(`^ .* {2}${one} \\(closed\\), ${two}$`, "m"),
  )
  await upnext(["cancel", waiting])
  expect((await upnext(["show", waiting])).stdout).toMatch(
    new RegExp(`^ {2}waited for {2}${one}, ${two}$`, "m"),
  )
})

test("a question and its answer are told apart from comments", async () => {
  const id = (await upnext(["add", "Cache", "--format", "id"])).stdout.trim()
  await upnext(["ask", id, "Which cache?"])
  await upnext(["ask", id, "How big?"])
  expect((await upnext(["answer", id, "redis", "--agent", "mira"])).stdout).toBe(
    `✓ ${id}: mira answered "Which cache?"  C-3\n  Still open: "How big?"\n  upnext answer ${id} "your answer" --agent mira\n`,
  )
  await upnext(["comment", id, "Thanks"])
  for (const words of [
    ["show", id],
    ["claim", id, "--agent", "mira"],
  ])
    expect((await upnext(words)).stdout).toMatch(
      / {2}question by ann, .*\n {4}Which cache\?\n {2}answer by mira, .*\n {4}redis\n {2}question by ann, .*, not answered:\n {4}How big\?\n {2}comment by ann, .*\n {4}Thanks\n/,
    )
})

test("an answer says which question it answered, also one that was named", async () => {
  const id = (await upnext(["add", "Cache", "--format", "id"])).stdout.trim()
  for (const words of ["One?", "Two?"]) await upnext(["ask", id, words])
  const open = ((await upnext(["show", id, "--json"])).json() as { comments: { id: string }[] }).comments
  const named = await upnext(["answer", id, "yes", "--question", open[1]?.id ?? ""])
  expect(named.stdout).toMatch(
    new RegExp(`^✓ ${id}: ann answered ${open[1]?.id} .*\n  Still open: "One\\?"\n`),
  )
  expect((await upnext(["answer", id, "no"])).stdout).toMatch(/^✓ T-\d+: ann answered "One\?" {2}C-\d+\n$/)
})

test("several tasks stand apart", async () => {
  const [one = "", two = ""] = [await upnext(["add", "One"]), await upnext(["add", "Two"])].map(
    ({ stdout }) => /T-\d+/.exec(stdout)?.[0],
  )
  expect((await upnext(["show", one, two])).stdout).toMatch(new RegExp(`^${one}.*\\n\\n${two}  Two\\n`, "s"))
  expect((await upnext(["show", one, two, "--format", "id"])).stdout).toBe(`${one}\n${two}\n`)
})
