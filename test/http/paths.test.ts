import { expect, test } from "vitest"
import { hidePaths } from "../../src/domain/wire/files/hide-paths.ts"
import { UpnextError } from "../../src/errors.ts"
import { problemOf } from "../../src/http/reply/problem.ts"

test.each([
  [
    "There is no room for /home/ann/.upnext/data/journal/1.jsonl to grow.",
    "There is no room for 1.jsonl to grow.",
  ],
  ["/data cannot be used: EIO, write.", "data cannot be used: EIO, write."],
  ["(/var/lib/upnext/x: bad)", "(x: bad)"],
  ["See http://127.0.0.1:4445/docs and/or a/b.", "See http://127.0.0.1:4445/docs and/or a/b."],
])("%j is told as %j", (said, told) => {
  expect(hidePaths(said)).toBe(told)
})

test("an answer about the server names no directory of its machine", () => {
  const path = "/home/ann/.upnext/data/journal/1.jsonl"
  const error = new UpnextError("storage_full", {
    detail: `There is no room for ${path} to grow.`,
    facts: { path },
  })
  expect(JSON.stringify(problemOf(error))).not.toContain("/home")
  const missing = new UpnextError("not_found", { detail: "There is nothing at /tasks/x/y." })
  expect(problemOf(missing).detail, "what the client sent").toContain("/tasks/x/y")
})
